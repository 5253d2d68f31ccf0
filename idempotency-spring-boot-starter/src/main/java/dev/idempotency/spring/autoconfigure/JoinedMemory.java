package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Reservations;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * A call that joins a transaction, with records in memory, for tests: the record is kept when the caller's transaction commits, and
 * dropped when it rolls back. Until then it is in progress to everybody but that transaction, which already finds it.
 */
final class JoinedMemory implements Reservations {

    private final PlatformTransactionManager transactions;
    private final Reservations store;

    JoinedMemory(PlatformTransactionManager transactions, Reservations store) {
        this.transactions = transactions;
        this.store = store;
    }

    @Override
    public Reservation reserve(ReservationRequest request) {
        if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
            throw new IllegalStateException(
                    "The transaction that a call joins is read-only, so its record cannot be part of it: open it without readOnly");
        }
        Optional<Reservation> own = ofThisTransaction(request);
        if (own.isPresent()) {
            return own.get();
        }
        Reservation reservation = store.reserve(MemoryTransactions.withoutEnd(request));
        if (!(reservation instanceof Reservation.Granted granted)) {
            return MemoryTransactions.told(reservation);
        }
        try {
            TransactionStatus status = transactions.getTransaction(
                    new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_MANDATORY));
            Joined joined = new Joined(request, granted.run(), status);
            TransactionSynchronizationManager.registerSynchronization(joined);
            return new Reservation.Granted(joined, granted.reason());
        } catch (RuntimeException failure) {
            granted.run().fail(failure.getClass().getSimpleName());
            throw failure;
        }
    }

    private static Optional<Reservation> ofThisTransaction(ReservationRequest request) {
        return TransactionSynchronizationManager.getSynchronizations().stream()
                .filter(Joined.class::isInstance)
                .map(Joined.class::cast)
                .filter(joined -> joined.request.id().equals(request.id()))
                .findFirst()
                .flatMap(joined -> joined.answer(request));
    }

    @Override
    public Optional<Reservation> look(ReservationRequest request) {
        return Optional.empty();
    }

    /** A run in a transaction that somebody else ends. */
    private final class Joined implements GrantedRun, TransactionSynchronization {

        private final ReservationRequest request;
        private final GrantedRun run;
        private final TransactionStatus status;
        private final AtomicBoolean ended = new AtomicBoolean();
        private @Nullable RecordedAnswer answer;

        Joined(ReservationRequest request, GrantedRun run, TransactionStatus status) {
            this.request = request;
            this.run = run;
            this.status = status;
        }

        @Override
        public Lease lease() {
            return run.lease();
        }

        @Override
        public Instant expiresAt() {
            return run.expiresAt();
        }

        Optional<Reservation> answer(ReservationRequest again) {
            if (!request.fingerprint().equals(again.fingerprint())) {
                return Optional.of(new Reservation.Reused());
            }
            return Optional.ofNullable(answer)
                    .map(done -> done.isReplayable()
                            ? new Reservation.Replay(done, expiresAt())
                            : new Reservation.ResponseUnavailable(done.code(), expiresAt()));
        }

        @Override
        public boolean complete(RecordedAnswer completed, Work work) {
            if (!ended.compareAndSet(false, true)) {
                return false;
            }
            if (work == Work.UNDONE || status.isRollbackOnly()) {
                transactions.rollback(status);
                throw new UnexpectedRollbackException(
                        "The transaction that a call has joined is marked for rollback, so its work does not count");
            }
            answer = completed;
            transactions.commit(status);
            return true;
        }

        @Override
        public boolean fail(String error) {
            return leaveNothing();
        }

        @Override
        public boolean markUnknown(String error) {
            return leaveNothing();
        }

        private boolean leaveNothing() {
            if (!ended.compareAndSet(false, true)) {
                return false;
            }
            transactions.rollback(status);
            return true;
        }

        @Override
        public void afterCompletion(int end) {
            RecordedAnswer done = answer;
            if (end == STATUS_COMMITTED && done != null) {
                run.complete(done);
            } else {
                run.fail("rolled_back");
            }
        }
    }
}
