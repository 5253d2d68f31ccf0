package dev.idempotency.jdbc.internal.transaction;

import dev.idempotency.core.store.StoreException;
import dev.idempotency.jdbc.internal.driver.SqlErrorClassifier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Begins and ends the transactions that work runs in, and tells what their failures mean. */
final class HandlerTransactions {

    private static final Logger log = LoggerFactory.getLogger(HandlerTransactions.class);

    /** Bound to the thread while a transaction is open. */
    private static final Object OPEN = HandlerTransactions.class;

    private final PlatformTransactionManager transactions;
    private final TransactionDefinition definition;

    HandlerTransactions(PlatformTransactionManager transactions, TransactionDefinition definition) {
        this.transactions = transactions;
        this.definition = definition;
    }

    static void requireNone() {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException(
                    "A transaction is open already, so that its end does not depend on this request or call alone; a call of a"
                            + " template may join it by joining()");
        }
    }

    TransactionStatus begin() {
        try {
            TransactionStatus status = transactions.getTransaction(definition);
            if (!isOpen()) {
                TransactionSynchronizationManager.bindResource(OPEN, status);
            }
            return status;
        } catch (TransactionException failure) {
            throw StoreException.NotApplied.away("No transaction could be begun", failure);
        }
    }

    /** Whether the work on this thread runs in a transaction that was begun here. Its work is behind a savepoint then. */
    static boolean isOpen() {
        return TransactionSynchronizationManager.hasResource(OPEN);
    }

    void commit(TransactionStatus status) {
        unbind(status);
        try {
            transactions.commit(status);
        } catch (RuntimeException failure) {
            throw ofCommit(failure);
        }
    }

    /** What a failure of a commit means, given as the transaction manager reports it. */
    static RuntimeException ofCommit(RuntimeException failure) {
        return SqlErrorClassifier.isInDoubt(failure)
                ? new StoreException.NotCommitted("It is unknown whether the transaction was committed", failure)
                : failure;
    }

    /** Unless it is that of another one around this one, which is suspended. */
    private static void unbind(TransactionStatus status) {
        if (TransactionSynchronizationManager.getResource(OPEN) == status) {
            TransactionSynchronizationManager.unbindResource(OPEN);
        }
    }

    /** A rollback fails only if the connection is gone; the server then rolls back on its own. */
    void rollBack(TransactionStatus status) {
        unbind(status);
        try {
            if (!status.isCompleted()) {
                transactions.rollback(status);
            }
        } catch (RuntimeException failure) {
            log.debug("The connection was gone before the transaction could be rolled back", failure);
        }
    }
}
