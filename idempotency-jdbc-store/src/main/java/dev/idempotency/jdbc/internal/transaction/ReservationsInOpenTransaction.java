package dev.idempotency.jdbc.internal.transaction;

import dev.idempotency.core.atrest.ResponseProtection;
import dev.idempotency.core.store.GrantReason;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.core.template.IdempotencyException.TransactionLost;
import dev.idempotency.jdbc.internal.driver.SqlErrorClassifier;
import dev.idempotency.jdbc.internal.driver.StatementTimeouts;
import dev.idempotency.jdbc.internal.record.RecentKeyHint;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;

/**
 * The work and its record as part of a transaction that somebody else has opened and will end.
 *
 * <ol>
 *   <li>Join it. Take the record's advisory lock without waiting; the lock is held until the transaction ends.
 *   <li>In a statement of its own, read the record. It answers the request: answer, locked or not. It does not, and another
 *       transaction has the lock: it is in progress.
 *   <li>The work runs on the same thread, and so in the same transaction.
 *   <li>Insert the completed record. The primary key has the last word: if another transaction was faster after all, which the lock
 *       does not show to a transaction whose snapshot is older, this one is marked for rollback, and its caller told to try again.
 * </ol>
 *
 * No other connection is used, so a pool of one does.
 */
public final class ReservationsInOpenTransaction implements Reservations {

    private final JoinedTransactions transactions;
    private final RecordLock lock;
    private final JoinedRecordWriter writer;
    private final RecentKeyHint recentKeys;

    /**
     * On one table, in the transactions of one transaction manager.
     *
     * @param recentKeys which records this node remembers
     */
    public ReservationsInOpenTransaction(
            PlatformTransactionManager manager,
            DataSource dataSource,
            StatementTimeouts timeouts,
            SqlFragments fragments,
            ResponseProtection protection,
            RecentKeyHint recentKeys) {
        HandlerConnection connection = new HandlerConnection(dataSource, timeouts.statementTimeout());
        this.transactions = new JoinedTransactions(manager);
        this.lock = RecordLock.alone(connection, fragments, protection);
        this.writer = new JoinedRecordWriter(connection, fragments, protection);
        this.recentKeys = recentKeys;
    }

    @Override
    public Reservation reserve(ReservationRequest request) {
        TransactionStatus status = transactions.join();
        try {
            LockedRecord locked = lock.lockAndRead(request);
            Optional<Reservation> answer = ReservationsInTransactions.answer(locked, request);
            if (answer.isPresent()) {
                transactions.leave(status);
                return answer.get();
            }
            return new Reservation.Granted(
                    new JoinedRun(OpenTransaction.of(request, locked, status), transactions, writer, recentKeys),
                    locked.record()
                            .map(former -> GrantReason.after(former, locked.now(), request.onLapsedLease()))
                            .orElse(GrantReason.FIRST));
        } catch (SQLException failure) {
            transactions.markForRollback(status);
            throw SqlErrorClassifier.isConflict(failure)
                    ? new TransactionLost(
                            "The transaction cannot go together with another one; roll it back and try it again",
                            failure)
                    : SqlErrorClassifier.ofStatement(failure, false);
        } catch (RuntimeException | Error failure) {
            transactions.markForRollback(status);
            throw failure;
        }
    }

    @Override
    public Optional<Reservation> look(ReservationRequest request) {
        return Optional.empty();
    }
}
