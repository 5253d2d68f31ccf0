package dev.idempotency.jdbc.internal.transaction;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.NoTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Takes part in the transaction that the thread is in, and refuses one that a record cannot be part of. */
final class JoinedTransactions {

    /** What to do where a transaction would be undone by halves. */
    static final String NESTED =
            "The transaction that a call joins is a nested one (PROPAGATION_NESTED, a savepoint), which can be undone"
                    + " while its transaction goes on: make the call in the transaction around it, or use transactional() outside of it";

    private static final Logger log = LoggerFactory.getLogger(JoinedTransactions.class);

    private final PlatformTransactionManager manager;

    JoinedTransactions(PlatformTransactionManager manager) {
        this.manager = manager;
    }

    TransactionStatus join() {
        if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
            throw new IllegalStateException(
                    "The transaction that a call joins is read-only, so its record cannot be part of it: open it without readOnly");
        }
        if (isNestedByAnnotation()) {
            throw new IllegalStateException(NESTED);
        }
        try {
            return manager.getTransaction(
                    new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_MANDATORY));
        } catch (IllegalTransactionStateException none) {
            throw new IllegalStateException(
                    "A call that joins a transaction needs an open one of the records' transaction manager: make it inside of"
                            + " @Transactional or a TransactionTemplate, or use transactional()",
                    none);
        }
    }

    /** Of the innermost method with the annotation. Any other savepoint is noticed when the record is written. */
    private static boolean isNestedByAnnotation() {
        try {
            return TransactionAspectSupport.currentTransactionStatus().hasSavepoint();
        } catch (NoTransactionException notByAnnotation) {
            return false;
        }
    }

    /** Takes part no longer; the transaction goes on. */
    void leave(TransactionStatus status) {
        manager.commit(status);
    }

    /** As a service that has joined and failed: whoever has opened it can only roll back. */
    void markForRollback(TransactionStatus status) {
        try {
            if (!status.isCompleted()) {
                manager.rollback(status);
            }
        } catch (RuntimeException failure) {
            log.debug("The connection was gone before the transaction could be marked for rollback", failure);
        }
    }
}
