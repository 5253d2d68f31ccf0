package dev.idempotency.spring.web;

import dev.idempotency.core.engine.IdempotencyEngine;
import dev.idempotency.core.engine.LeaseKeeper;
import dev.idempotency.core.outcome.OutcomePolicy;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.endpoint.Endpoint;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Who keeps the records of requests, by the {@linkplain Endpoint#mode() mode} of their endpoint.
 *
 * @param reservations of an endpoint
 * @param leases renews the leases of those who run; null where nobody does
 * @param commitFailures answers where a transaction could not be committed
 */
public record Keepers(
        Function<Endpoint, Reservations> reservations,
        @Nullable LeaseKeeper leases,
        CommitFailures commitFailures) {

    /** One store, whose leases nobody renews. */
    public static Keepers of(Reservations store) {
        return new Keepers(endpoint -> store, null, CommitFailures.THROWN_ON);
    }

    IdempotencyEngine engine(Endpoint endpoint, OutcomePolicy outcomes) {
        LeaseKeeper keeper = endpoint.mode() == Mode.LEASE ? leases : null;
        return new IdempotencyEngine(reservations.apply(endpoint), outcomes, keeper);
    }
}
