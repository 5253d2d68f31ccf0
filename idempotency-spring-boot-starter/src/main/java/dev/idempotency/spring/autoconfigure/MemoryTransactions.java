package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedResponse;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Reservations;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;

/**
 * Mode TRANSACTIONAL with records in memory, for tests: the work runs in a transaction of the application, whatever that is of,
 * and the record beside it is kept when it commits and dropped when it rolls back. What a process leaves behind that dies between
 * the two does not matter where all records die with it.
 */
final class MemoryTransactions implements Reservations {

    /** A transaction has no lease: whoever has begun it ends it. */
    private static final Duration FOREVER = Duration.ofDays(1);

    private static final Reservation.InProgress ASK_AGAIN = new Reservation.InProgress(Duration.ofSeconds(1));
    private static final int FIRST_REFUSAL = 400;

    private final PlatformTransactionManager transactions;
    private final TransactionDefinition definition;
    private final InMemoryStore store;
    private final Map<String, TransactionStatus> open = new ConcurrentHashMap<>();

    MemoryTransactions(PlatformTransactionManager transactions, TransactionDefinition definition, InMemoryStore store) {
        this.transactions = transactions;
        this.definition = definition;
        this.store = store;
    }

    @Override
    public Reservation reserve(ReservationRequest request) {
        Reservation reservation = store.reserve(new ReservationRequest(
                request.id(),
                request.operation(),
                request.fingerprint(),
                request.owner(),
                FOREVER,
                request.retention(),
                request.onLapsedLease()));
        if (reservation instanceof Reservation.Granted granted) {
            begin(granted.lease());
        }
        return told(reservation);
    }

    private void begin(Lease lease) {
        try {
            open.put(lease.owner(), transactions.getTransaction(definition));
        } catch (RuntimeException failure) {
            store.fail(lease, failure.getClass().getSimpleName());
            throw failure;
        }
    }

    @Override
    public Optional<Reservation> look(ReservationRequest request) {
        return store.look(request).map(MemoryTransactions::told);
    }

    private static Reservation told(Reservation reservation) {
        return reservation instanceof Reservation.InProgress ? ASK_AGAIN : reservation;
    }

    @Override
    public boolean complete(Lease lease, RecordedResponse response) {
        TransactionStatus status = end(lease);
        if (status == null) {
            return false;
        }
        boolean undone = status.isRollbackOnly();
        if (undone && response.status() >= FIRST_REFUSAL) {
            transactions.rollback(status);
            return store.complete(lease, response);
        }
        try {
            transactions.commit(status);
        } catch (RuntimeException failure) {
            store.fail(lease, failure.getClass().getSimpleName());
            throw failure;
        }
        return undone ? store.fail(lease, "rolled_back") : store.complete(lease, response);
    }

    @Override
    public boolean completeWithoutWork(Lease lease, RecordedResponse response) {
        TransactionStatus status = end(lease);
        if (status == null) {
            return false;
        }
        transactions.rollback(status);
        return store.complete(lease, response);
    }

    @Override
    public boolean fail(Lease lease, String error) {
        return leaveNothing(lease, error);
    }

    @Override
    public boolean markUnknown(Lease lease, String error) {
        return leaveNothing(lease, error);
    }

    @Override
    public boolean supplement(Lease lease, RecordedResponse response) {
        return store.supplement(lease, response);
    }

    private boolean leaveNothing(Lease lease, String error) {
        TransactionStatus status = end(lease);
        if (status == null) {
            return false;
        }
        if (!status.isCompleted()) {
            transactions.rollback(status);
        }
        return store.fail(lease, error);
    }

    private @Nullable TransactionStatus end(Lease lease) {
        return open.remove(lease.owner());
    }
}
