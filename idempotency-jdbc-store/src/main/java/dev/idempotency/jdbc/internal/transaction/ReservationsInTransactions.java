package dev.idempotency.jdbc.internal.transaction;

import dev.idempotency.core.atrest.ResponseProtection;
import dev.idempotency.core.store.EntityHolders;
import dev.idempotency.core.store.GrantReason;
import dev.idempotency.core.store.RecordAssessment;
import dev.idempotency.core.store.RecordTable.Seen;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.jdbc.internal.driver.SqlErrorClassifier;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.driver.StatementTimeouts;
import dev.idempotency.jdbc.internal.record.RecentKeyHint;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;

/**
 * The work and the record of its answer as one transaction: they live or die together. There is no lease, nothing is
 * left behind by a process that dies, and no outcome is ever unknown.
 *
 * <ol>
 *   <li>This node has seen the record: read it, without a transaction. If it answers the request, that is all.
 *   <li>Begin. Take the record's advisory lock without waiting.
 *   <li>In a statement of its own, read the record. It answers the request: roll back, and answer, locked or not, so
 *       that replays do not get in each other's way. It does not, and another transaction has the lock: it is in
 *       progress.
 *   <li>A request that works on an entity takes the entity's lock and reads who holds it in the same statements. A run under a
 *       lease that has been lost is dealt with outside of the transaction.
 *   <li>The work runs on the same thread, and so in the same transaction and on the same connection.
 *   <li>Insert the completed record. The primary key has the last word: if another run was faster after all, roll back,
 *       and the record answers. The lock is politeness, the key is the guarantee.
 *   <li>Commit, in the same round trip where nothing is to happen between the two ({@link CommitWithRecord}). Only then
 *       may the answer go out.
 * </ol>
 *
 * The {@link TransactionalRun} that is granted does the last three. If it fails, it is rolled back and leaves nothing:
 * the next request runs. So does one that the application has marked for rollback, or whose transaction a failed
 * statement has ended; but if its answer
 * {@linkplain dev.idempotency.core.store.GrantedRun.Work stands without the work}, the work alone is undone, to a
 * savepoint behind the lock, and that answer committed instead. No other run gets the lock in between. A commit that
 * fails is thrown on as the transaction manager reports it, unless it cannot be told whether it failed: that is
 * {@link StoreException.NotCommitted}.
 */
public final class ReservationsInTransactions implements Reservations {

    /** It is unknown how long a transaction will take; one second is the shortest that HTTP can say. */
    private static final Duration ASK_AGAIN_AFTER = Duration.ofSeconds(1);

    private static final int ATTEMPTS = 10;

    /**
     * Empty where the work may run. A lapsed lease is from a time when the endpoint had another mode; the sweep finds
     * it.
     */
    private static final RecordAssessment.Cases<Optional<Reservation>> ANSWER = new RecordAssessment.Cases<>() {

        @Override
        public Optional<Reservation> answered(RecordAssessment.Answered answered) {
            return Optional.of(answered.reservation());
        }

        /**
         * From a time when the endpoint had another mode, as a run in a transaction is not seen before it has ended.
         */
        @Override
        public Optional<Reservation> own(RecordAssessment.Own own) {
            return Optional.of(new Reservation.InProgress(ASK_AGAIN_AFTER));
        }

        @Override
        public Optional<Reservation> mayRun(RecordAssessment.MayRun mayRun) {
            return Optional.empty();
        }

        @Override
        public Optional<Reservation> lapsed(RecordAssessment.Lapsed lapsed) {
            return Optional.of(new Reservation.OutcomeUnknown(ASK_AGAIN_AFTER));
        }
    };

    private final HandlerTransactions transactions;
    private final RecordLock lock;
    private final TransactionalRecordWriter writer;
    private final AnswerSupplement supplement;
    private final Reservations committed;
    private final EntityHolders holders;
    private final RecentKeyHint recentKeys;

    /**
     * On one table, in the transactions of one transaction manager.
     *
     * @param definition of the transaction around the work: isolation level, time-out
     * @param database executes statements outside of that transaction
     * @param committed on the same table, for what is read outside of a transaction
     * @param holders decides about records under leases that hold an entity
     * @param recentKeys which records this node remembers
     */
    public ReservationsInTransactions(
            PlatformTransactionManager manager,
            TransactionDefinition definition,
            DataSource dataSource,
            StatementTimeouts timeouts,
            SqlFragments fragments,
            StatementExecutor database,
            ResponseProtection protection,
            Reservations committed,
            EntityHolders holders,
            RecentKeyHint recentKeys) {
        HandlerConnection connection = new HandlerConnection(dataSource, timeouts.statementTimeout());
        this.transactions = new HandlerTransactions(manager, definition);
        this.lock = RecordLock.withSavepoint(connection, fragments, protection);
        this.writer = new TransactionalRecordWriter(connection, fragments, protection, new CommitWithRecord(manager));
        this.supplement = new AnswerSupplement(database, fragments, protection);
        this.committed = committed;
        this.holders = holders;
        this.recentKeys = recentKeys;
    }

    @Override
    public Reservation reserve(ReservationRequest request) {
        boolean mayExist = recentKeys.mayContain(request.id());
        HandlerTransactions.requireNone();
        return (mayExist ? look(request) : Optional.<Reservation>empty())
                .orElseGet(() -> reserveInTransaction(request));
    }

    /** Nothing has run yet, so a transaction that conflicts with another one is simply begun again. */
    private Reservation reserveInTransaction(ReservationRequest request) {
        for (int attempt = 1; ; attempt++) {
            try {
                return tryInTransaction(request);
            } catch (SQLException failure) {
                if (attempt == ATTEMPTS || !SqlErrorClassifier.isWorthAnotherAttempt(failure)) {
                    throw SqlErrorClassifier.ofStatement(failure, false);
                }
            }
        }
    }

    private Reservation tryInTransaction(ReservationRequest request) throws SQLException {
        TransactionStatus status = transactions.begin();
        try {
            LockedRecord locked = lock.lockAndRead(request);
            Optional<Reservation> answer = answer(locked, request);
            if (answer.isPresent()) {
                transactions.rollBack(status);
                if (answer.get() instanceof Reservation.EntityLocked
                        && locked.entityHolder().isPresent()) {
                    return ofHolder(new Seen(locked.entityHolder().get(), locked.now()), request);
                }
                if (locked.record().isPresent()) {
                    recentKeys.add(request.id());
                }
                return answer.get();
            }
            return new Reservation.Granted(
                    new TransactionalRun(
                            OpenTransaction.of(request, locked, status),
                            transactions,
                            writer,
                            supplement,
                            committed,
                            recentKeys),
                    locked.record()
                            .map(former -> GrantReason.after(former, locked.now(), request.onLapsedLease()))
                            .orElse(GrantReason.FIRST));
        } catch (SQLException | RuntimeException | Error failure) {
            transactions.rollBack(status);
            throw failure;
        }
    }

    /** A lost holder is dealt with once; the client that asks again finds the entity free. */
    private Reservation ofHolder(Seen holder, ReservationRequest request) {
        return holders.answer(holder, request).orElseGet(() -> new Reservation.EntityLocked(Duration.ZERO));
    }

    /** What the request is answered without running; empty if it may run, and has the lock. */
    static Optional<Reservation> answer(LockedRecord locked, ReservationRequest request) {
        return locked.record()
                .map(record -> RecordAssessment.of(record, request, locked.now()))
                .flatMap(assessment -> assessment.match(ANSWER))
                .or(() ->
                        locked.isLocked() ? Optional.empty() : Optional.of(new Reservation.InProgress(ASK_AGAIN_AFTER)))
                .or(() -> locked.isEntityLocked() && locked.entityHolder().isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Reservation.EntityLocked(ASK_AGAIN_AFTER)));
    }

    @Override
    public Optional<Reservation> look(ReservationRequest request) {
        return committed.look(request);
    }
}
