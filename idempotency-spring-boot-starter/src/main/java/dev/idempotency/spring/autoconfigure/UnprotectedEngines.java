package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.engine.IdempotencyEngine;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.GrantReason;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.core.template.RunEngines;
import dev.idempotency.spring.internal.transaction.DeclaredTransactions;
import dev.idempotency.spring.internal.transaction.EndpointTransactions;
import java.time.Instant;
import java.util.Optional;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.transaction.TransactionDefinition;

/** Runs every call as if it had no key, where idempotency is switched off; one that wants a transaction has it all the same. */
final class UnprotectedEngines implements RunEngines {

    private final IdempotencyEngine everything = new IdempotencyEngine(new Everything());
    private final TransactionManagers managers;

    UnprotectedEngines(ListableBeanFactory beans) {
        this.managers = new TransactionManagers(
                beans, new EndpointTransactions(new DeclaredTransactions(null), TransactionDefinition.withDefaults()));
    }

    @Override
    public IdempotencyEngine leased() {
        return everything;
    }

    @Override
    public IdempotencyEngine transactional(String transactionManager) {
        return new IdempotencyEngine(new MemoryTransactions(
                managers.of(transactionManager, "A call"), TransactionDefinition.withDefaults(), new Everything()));
    }

    @Override
    public IdempotencyEngine joined(String transactionManager) {
        return everything;
    }

    /** Grants every run, and keeps nothing of it. */
    private static final class Everything implements Reservations {

        @Override
        public Reservation reserve(ReservationRequest request) {
            return new Reservation.Granted(
                    new Unrecorded(request.leaseWith(1), Instant.now().plus(request.retention())), GrantReason.FIRST);
        }

        @Override
        public Optional<Reservation> look(ReservationRequest request) {
            return Optional.empty();
        }
    }

    private record Unrecorded(Lease lease, Instant expiresAt) implements GrantedRun {

        @Override
        public boolean complete(RecordedAnswer answer, Work work) {
            return true;
        }

        @Override
        public boolean fail(String error) {
            return true;
        }

        @Override
        public boolean markUnknown(String error) {
            return true;
        }
    }
}
