package dev.idempotency.jdbc;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedResponse;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.core.store.Verdict;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.UnexpectedRollbackException;

/**
 * The work and the record of its answer as one transaction: they live or die together. There is no lease, nobody is left behind
 * by a process that dies, and no outcome is ever unknown.
 *
 * <ol>
 *   <li>This node has seen the record: read it, without a transaction. If it answers the request, that is all.
 *   <li>Begin. Take the record's advisory lock without waiting.
 *   <li>In a statement of its own, read the record. It answers the request: roll back, and answer, locked or not, so that
 *       replays do not get in each other's way. It does not, and somebody else has the lock: it is in progress.
 *   <li>The work runs on the same thread, and so in the same transaction and on the same connection.
 *   <li>Insert the completed record. The primary key has the last word: if somebody was faster after all, roll back, and the
 *       record answers. The lock is politeness, the key is the guarantee.
 *   <li>Commit, in the same round trip where nothing is to happen between the two ({@link CommitWithRecord}). Only then may
 *       the answer go out.
 * </ol>
 *
 * A run that failed is rolled back and leaves nothing: the next request runs. So does one that the application has marked for
 * rollback, or that a failed statement has ended; but if it has answered with a refusal, the work alone is undone, to a savepoint
 * behind the lock, and that answer committed instead. Nobody else gets the lock in between. A commit that fails is thrown on as the transaction manager reports it, unless nobody can tell whether it failed:
 * that is {@link StoreException.NotCommitted}.
 */
public final class TransactionalReservations implements Reservations {

    /** Nobody knows how long a transaction will take; one second is the shortest that HTTP can say. */
    private static final Duration ASK_AGAIN_AFTER = Duration.ofSeconds(1);

    private static final int FIRST_REFUSAL = 400;
    private static final int ATTEMPTS = 10;

    private final WorkTransactions transactions;
    private final CompletedRecords records;
    private final Reservations committed;
    private final SeenRecords seenRecords;
    private final Map<String, OpenRun> open = new ConcurrentHashMap<>();

    /**
     * @param transactions the transaction manager of the data source
     * @param definition of the transaction around the work: isolation level, time-out
     * @param store on the same table, for what is read and written outside of a transaction
     */
    public TransactionalReservations(
            PlatformTransactionManager transactions,
            TransactionDefinition definition,
            DataSource dataSource,
            JdbcIdempotencyStore store,
            JdbcStoreSettings settings) {
        this.transactions = new WorkTransactions(transactions, definition);
        this.records =
                new CompletedRecords(dataSource, settings, store.protection(), new CommitWithRecord(transactions));
        this.committed = store;
        this.seenRecords = store.seenRecords();
    }

    @Override
    public Reservation reserve(ReservationRequest request) {
        WorkTransactions.requireNone();
        return (seenRecords.mayContain(request.id()) ? look(request) : Optional.<Reservation>empty())
                .orElseGet(() -> reserveInTransaction(request));
    }

    /** Nothing has run yet, so a transaction that conflicts with another one is simply begun again. */
    private Reservation reserveInTransaction(ReservationRequest request) {
        for (int attempt = 1; ; attempt++) {
            try {
                return tryInTransaction(request);
            } catch (SQLException failure) {
                if (attempt == ATTEMPTS || !Faults.isWorthAnotherAttempt(failure)) {
                    throw Faults.ofStatement(failure, false);
                }
            }
        }
    }

    private Reservation tryInTransaction(ReservationRequest request) throws SQLException {
        TransactionStatus status = transactions.begin();
        try {
            LockedRecord locked = records.lockAndRead(request.id());
            Optional<Reservation> answer = locked.record()
                    .map(record -> Verdict.on(record, request, locked.now()))
                    .flatMap(TransactionalReservations::answer);
            if (answer.isPresent()) {
                transactions.rollBack(status);
                seenRecords.add(request.id());
                return answer.get();
            }
            if (!locked.isLocked()) {
                transactions.rollBack(status);
                return new Reservation.InProgress(ASK_AGAIN_AFTER);
            }
            OpenRun run = OpenRun.of(request, locked, status);
            open.put(request.owner(), run);
            Reservation.Granted granted = new Reservation.Granted(run.lease(), run.expiresAt());
            return locked.record()
                    .map(former -> granted.after(former, locked.now()))
                    .orElse(granted);
        } catch (SQLException | RuntimeException | Error failure) {
            transactions.rollBack(status);
            throw failure;
        }
    }

    /** Empty where the work may run. A lapsed lease is from a time when the endpoint had another mode; the sweep finds it. */
    private static Optional<Reservation> answer(Verdict verdict) {
        if (verdict instanceof Verdict.Answer answer) {
            return Optional.of(answer.reservation());
        }
        return verdict instanceof Verdict.Lapse
                ? Optional.of(new Reservation.OutcomeUnknown(ASK_AGAIN_AFTER))
                : Optional.empty();
    }

    @Override
    public Optional<Reservation> look(ReservationRequest request) {
        return committed.look(request);
    }

    @Override
    public boolean complete(Lease lease, RecordedResponse response) {
        OpenRun run = end(lease);
        if (run == null) {
            return false;
        }
        if (run.status().isRollbackOnly() && isRefusal(response)) {
            return storeInsteadOfWork(run, response);
        }
        try {
            if (!run.status().isRollbackOnly() && !records.store(run, response)) {
                transactions.rollBack(run.status());
                return false;
            }
        } catch (SQLException failure) {
            if (Faults.isTransactionAborted(failure) && isRefusal(response)) {
                return storeInsteadOfWork(run, response);
            }
            transactions.rollBack(run.status());
            return notWritten(run, failure);
        } catch (StoreException failure) {
            transactions.rollBack(run.status());
            throw new StoreException.NotCommitted("The answer could not be stored", failure);
        } catch (RuntimeException failure) {
            transactions.rollBack(run.status());
            throw WorkTransactions.ofCommit(failure);
        }
        transactions.commit(run.status());
        seenRecords.add(lease.id());
        return true;
    }

    @Override
    public boolean completeWithoutWork(Lease lease, RecordedResponse response) {
        OpenRun run = end(lease);
        return run != null && storeInsteadOfWork(run, response);
    }

    /** The transaction manager then ends what has ended already, so that whoever listens to it is told of a rollback. */
    private boolean storeInsteadOfWork(OpenRun run, RecordedResponse response) {
        try {
            boolean stored = records.storeInsteadOfWork(run, response);
            seenRecords.add(run.lease().id());
            return stored;
        } catch (SQLException failure) {
            transactions.rollBack(run.status());
            return notWritten(run, failure);
        } catch (StoreException failure) {
            throw new StoreException.NotCommitted("The answer could not be stored", failure);
        } finally {
            transactions.rollBack(run.status());
        }
    }

    /** A transaction that a failed statement has ended is lost to the application as one that it has marked for rollback. */
    private boolean notWritten(OpenRun run, SQLException failure) {
        if (Faults.isConflict(failure)) {
            return lostToSomebodyElse(run, failure);
        }
        if (!Faults.isTransactionAborted(failure)) {
            throw Faults.ofTransaction(failure);
        }
        throw new UnexpectedRollbackException(
                "A statement of this transaction had failed, so the transaction was rolled back", failure);
    }

    /** To another run, whose record then answers; or to anything else that the application does at the same time. */
    private boolean lostToSomebodyElse(OpenRun run, SQLException conflict) {
        try {
            if (committed.look(run.request()).isPresent()) {
                return false;
            }
        } catch (StoreException unreachable) {
            throw Faults.ofTransaction(conflict);
        }
        throw Faults.ofConflict(conflict);
    }

    private static boolean isRefusal(RecordedResponse response) {
        return response.status() >= FIRST_REFUSAL;
    }

    @Override
    public boolean fail(Lease lease, String error) {
        return leaveNothing(lease);
    }

    @Override
    public boolean markUnknown(Lease lease, String error) {
        return leaveNothing(lease);
    }

    @Override
    public boolean supplement(Lease lease, RecordedResponse response) {
        return records.supplement(lease, response);
    }

    private boolean leaveNothing(Lease lease) {
        OpenRun run = end(lease);
        if (run != null) {
            transactions.rollBack(run.status());
        }
        return run != null;
    }

    private @Nullable OpenRun end(Lease lease) {
        return open.remove(lease.owner());
    }
}
