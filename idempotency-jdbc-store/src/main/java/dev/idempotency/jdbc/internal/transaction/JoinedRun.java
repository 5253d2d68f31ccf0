package dev.idempotency.jdbc.internal.transaction;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.template.IdempotencyException.TransactionLost;
import dev.idempotency.jdbc.internal.driver.SqlErrorClassifier;
import dev.idempotency.jdbc.internal.record.RecentKeyHint;
import java.sql.SQLException;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.transaction.UnexpectedRollbackException;

/**
 * A run inside a transaction that somebody else ends. Whatever keeps its record from being written throws and marks the transaction for
 * rollback: the work must not be committed without it.
 */
final class JoinedRun implements GrantedRun {

    private final OpenTransaction run;
    private final JoinedTransactions transactions;
    private final JoinedRecordWriter writer;
    private final RecentKeyHint recentKeys;
    private final AtomicBoolean ended = new AtomicBoolean();

    JoinedRun(
            OpenTransaction run, JoinedTransactions transactions, JoinedRecordWriter writer, RecentKeyHint recentKeys) {
        this.run = run;
        this.transactions = transactions;
        this.writer = writer;
        this.recentKeys = recentKeys;
    }

    @Override
    public Lease lease() {
        return run.lease();
    }

    @Override
    public Instant expiresAt() {
        return run.expiresAt();
    }

    /** The work is part of the caller's transaction, so it cannot be undone alone. */
    @Override
    public boolean complete(RecordedAnswer answer, Work work) {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        if (work == Work.UNDONE || run.status().isRollbackOnly()) {
            transactions.markForRollback(run.status());
            throw new UnexpectedRollbackException(
                    "The transaction that a call has joined is marked for rollback, so its work does not count");
        }
        try {
            writer.write(run, answer);
        } catch (SQLException failure) {
            transactions.markForRollback(run.status());
            throw lost(failure);
        } catch (RuntimeException | Error failure) {
            transactions.markForRollback(run.status());
            throw failure;
        }
        transactions.leave(run.status());
        recentKeys.add(lease().id());
        return true;
    }

    private static RuntimeException lost(SQLException failure) {
        if (SqlErrorClassifier.isTransactionAborted(failure)) {
            return new UnexpectedRollbackException(
                    "A statement of the transaction that a call has joined had failed, so it can only be rolled back",
                    failure);
        }
        return SqlErrorClassifier.isUniqueViolation(failure) || SqlErrorClassifier.isConflict(failure)
                ? faster(failure)
                : new TransactionLost(
                        "The record of a call could not be written in the transaction that it has joined; roll it back",
                        SqlErrorClassifier.ofTransaction(failure));
    }

    static TransactionLost faster(SQLException failure) {
        return new TransactionLost(
                "Another transaction has done the work of this key meanwhile, or cannot go together with this one; roll this one back"
                        + " and try it again",
                SqlErrorClassifier.ofTransaction(failure));
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
        transactions.markForRollback(run.status());
        return true;
    }

    @Override
    public String toString() {
        return "JoinedRun[" + lease().id() + ", token " + lease().token() + "]";
    }
}
