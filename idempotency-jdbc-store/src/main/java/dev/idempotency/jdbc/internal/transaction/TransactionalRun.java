package dev.idempotency.jdbc.internal.transaction;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.jdbc.internal.driver.SqlErrorClassifier;
import dev.idempotency.jdbc.internal.record.RecentKeyHint;
import java.sql.SQLException;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.UnexpectedRollbackException;

/**
 * A run inside an open transaction, which this object ends: it commits it together with the record of the answer, or
 * rolls it back. Must be ended on the thread that the transaction is bound to. Once it has ended, every further ending
 * returns false.
 */
final class TransactionalRun implements GrantedRun {

    private final OpenTransaction run;
    private final HandlerTransactions transactions;
    private final TransactionalRecordWriter writer;
    private final AnswerSupplement supplement;
    private final Reservations committed;
    private final RecentKeyHint recentKeys;
    private final AtomicBoolean ended = new AtomicBoolean();

    /** @param committed for what others have committed to the same table */
    TransactionalRun(
            OpenTransaction run,
            HandlerTransactions transactions,
            TransactionalRecordWriter writer,
            AnswerSupplement supplement,
            Reservations committed,
            RecentKeyHint recentKeys) {
        this.run = run;
        this.transactions = transactions;
        this.writer = writer;
        this.supplement = supplement;
        this.committed = committed;
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

    @Override
    public boolean complete(RecordedAnswer answer, Work work) {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        boolean rolledBack = status().isRollbackOnly();
        boolean withoutWork = work == Work.UNDONE || (rolledBack && work == Work.KEPT_UNLESS_ROLLED_BACK);
        return withoutWork ? storeInsteadOfWork(answer) : storeWithWork(answer, work, rolledBack);
    }

    private boolean storeWithWork(RecordedAnswer answer, Work work, boolean rolledBack) {
        try {
            if (!rolledBack && !writer.store(run, answer)) {
                transactions.rollBack(status());
                return false;
            }
        } catch (SQLException failure) {
            if (SqlErrorClassifier.isTransactionAborted(failure) && work == Work.KEPT_UNLESS_ROLLED_BACK) {
                return storeInsteadOfWork(answer);
            }
            transactions.rollBack(status());
            return notWritten(failure);
        } catch (StoreException failure) {
            transactions.rollBack(status());
            throw new StoreException.NotCommitted("The answer could not be stored", failure);
        } catch (RuntimeException failure) {
            transactions.rollBack(status());
            throw HandlerTransactions.ofCommit(failure);
        }
        transactions.commit(status());
        recentKeys.add(lease().id());
        return true;
    }

    /**
     * The transaction manager then ends what has ended already, so that whatever listens to it is told of a rollback.
     */
    private boolean storeInsteadOfWork(RecordedAnswer answer) {
        try {
            boolean stored = writer.storeInsteadOfWork(run, answer);
            recentKeys.add(lease().id());
            return stored;
        } catch (SQLException failure) {
            transactions.rollBack(status());
            return notWritten(failure);
        } catch (StoreException failure) {
            throw new StoreException.NotCommitted("The answer could not be stored", failure);
        } finally {
            transactions.rollBack(status());
        }
    }

    /**
     * A transaction that a failed statement has ended is lost to the application as one that it has marked for
     * rollback.
     */
    private boolean notWritten(SQLException failure) {
        if (SqlErrorClassifier.isConflict(failure)) {
            throwUnlessAnotherRunHasTheRecord(failure);
            return false;
        }
        if (!SqlErrorClassifier.isTransactionAborted(failure)) {
            throw SqlErrorClassifier.ofTransaction(failure);
        }
        throw new UnexpectedRollbackException(
                "A statement of this transaction had failed, so the transaction was rolled back", failure);
    }

    /**
     * The conflict was with another run, whose record then answers; or with anything else that the application does.
     */
    private void throwUnlessAnotherRunHasTheRecord(SQLException conflict) {
        boolean answered;
        try {
            answered = committed.look(run.request()).isPresent();
        } catch (StoreException unreachable) {
            throw SqlErrorClassifier.ofTransaction(conflict);
        }
        if (!answered) {
            throw SqlErrorClassifier.ofConflict(conflict);
        }
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
        transactions.rollBack(status());
        return true;
    }

    @Override
    public boolean supplement(RecordedAnswer answer) {
        return supplement.supplement(lease(), answer);
    }

    private TransactionStatus status() {
        return run.status();
    }

    @Override
    public String toString() {
        return "TransactionalRun[" + lease().id() + ", token " + lease().token() + "]";
    }
}
