package dev.idempotency.spring.metrics;

import dev.idempotency.core.engine.LeaseRenewer;
import dev.idempotency.core.engine.Waiting;
import dev.idempotency.core.fingerprint.CanonicalFingerprinter;
import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.OnStoreFailure;
import dev.idempotency.spring.endpoint.Endpoint;
import dev.idempotency.spring.outcome.StandardOutcomePolicy;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;

/** All meters of an application with one endpoint. */
final class Meters {

    static final Endpoint ENDPOINT = new Endpoint(
            "PATCH /orders/{id}",
            Mode.LEASE,
            "",
            Duration.ofHours(1),
            Duration.ofMinutes(1),
            true,
            Waiting.NONE,
            OnStoreFailure.REJECT,
            OnLapsedLease.UNKNOWN,
            new CanonicalFingerprinter(),
            new StandardOutcomePolicy());

    final IdempotencyStore store = new InMemoryStore(Clock.systemUTC(), 10);
    final LeaseRenewer leases = new LeaseRenewer(store);
    final StoreMeters ofStore;
    final RecordMeters ofRecords;
    final ReservationMeters ofReservations;
    final BacklogMeters ofBacklog;

    Meters(MeterRegistry registry) {
        ofStore = new StoreMeters(registry);
        ofRecords = new RecordMeters(registry);
        ofReservations = new ReservationMeters(registry);
        ofReservations.onEndpoint(ENDPOINT);
        ofBacklog = new BacklogMeters(registry, store);
        new LeaseMeters(leases).bindTo(registry);
    }
}
