package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Reservations;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;

/**
 * Mode TRANSACTIONAL with records in memory, for tests: the work runs in a transaction of the application, of any kind;
 * the record beside it is kept if that commits, and dropped if it rolls back. A process that dies between the two does
 * no harm, as its records die with it.
 */
final class MemoryTransactions implements Reservations {

    /** A transaction has no lease: it is ended by the thread that has begun it. */
    private static final Duration FOREVER = Duration.ofDays(1);

    private static final Reservation.InProgress ASK_AGAIN = new Reservation.InProgress(Duration.ofSeconds(1));

    private final PlatformTransactionManager transactions;
    private final TransactionDefinition definition;
    private final Reservations store;

    MemoryTransactions(PlatformTransactionManager transactions, TransactionDefinition definition, Reservations store) {
        this.transactions = transactions;
        this.definition = definition;
        this.store = store;
    }

    @Override
    public Reservation reserve(ReservationRequest request) {
        Reservation reservation = store.reserve(withoutEnd(request));
        return reservation instanceof Reservation.Granted granted
                ? new Reservation.Granted(begun(granted.run()), granted.reason())
                : told(reservation);
    }

    static ReservationRequest withoutEnd(ReservationRequest request) {
        return new ReservationRequest(
                request.id(),
                request.operation(),
                request.fingerprint(),
                request.owner(),
                FOREVER,
                request.retention(),
                request.onLapsedLease(),
                request.entity());
    }

    private GrantedRun begun(GrantedRun run) {
        try {
            return new Transaction(run, transactions.getTransaction(definition));
        } catch (RuntimeException failure) {
            run.fail(failure.getClass().getSimpleName());
            throw failure;
        }
    }

    @Override
    public Optional<Reservation> look(ReservationRequest request) {
        return store.look(request).map(MemoryTransactions::told);
    }

    static Reservation told(Reservation reservation) {
        return reservation instanceof Reservation.InProgress ? ASK_AGAIN : reservation;
    }

    /** A run in an open transaction. */
    private final class Transaction implements GrantedRun {

        private final GrantedRun run;
        private final TransactionStatus status;
        private final AtomicBoolean ended = new AtomicBoolean();

        Transaction(GrantedRun run, TransactionStatus status) {
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

        @Override
        public boolean complete(RecordedAnswer answer, Work work) {
            if (!ended.compareAndSet(false, true)) {
                return false;
            }
            boolean rolledBack = status.isRollbackOnly();
            if (work == Work.UNDONE || (rolledBack && work == Work.KEPT_UNLESS_ROLLED_BACK)) {
                rollBack();
                return run.complete(answer);
            }
            try {
                transactions.commit(status);
            } catch (RuntimeException failure) {
                run.fail(failure.getClass().getSimpleName());
                throw failure;
            }
            return rolledBack ? run.fail("rolled_back") : run.complete(answer);
        }

        @Override
        public boolean fail(String error) {
            return leaveNothing(error);
        }

        @Override
        public boolean markUnknown(String error) {
            return leaveNothing(error);
        }

        @Override
        public boolean supplement(RecordedAnswer answer) {
            return run.supplement(answer);
        }

        private boolean leaveNothing(String error) {
            if (!ended.compareAndSet(false, true)) {
                return false;
            }
            rollBack();
            return run.fail(error);
        }

        private void rollBack() {
            if (!status.isCompleted()) {
                transactions.rollback(status);
            }
        }
    }
}
