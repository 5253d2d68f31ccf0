package dev.idempotency.spring.internal.phase;

import dev.idempotency.spring.phase.Phases.LocalWork;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Runs work in a transaction that ends with it: any exception rolls it back. */
public final class PhaseTransaction {

    /** Runs work as it is. */
    public static final PhaseTransaction NONE = new PhaseTransaction(null, TransactionDefinition.withDefaults());

    private final @Nullable PlatformTransactionManager manager;
    private final TransactionDefinition definition;

    /** @param manager null where there are no transactions, as there may be with a store in memory */
    public PhaseTransaction(@Nullable PlatformTransactionManager manager, TransactionDefinition definition) {
        this.manager = manager;
        this.definition = definition;
    }

    /** Throws if a phase would become part of a transaction that goes on after it. */
    static void requireNone(String phase) {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException(
                    "The phase '" + phase + "' was begun inside of a transaction: it could not be finished"
                            + " before the rest is. Remove @Transactional, or the TransactionTemplate, from around it");
        }
    }

    <T extends @Nullable Object, X extends Exception> T execute(LocalWork<T, X> work) throws X {
        return manager == null ? work.run() : execute(manager, work);
    }

    private <T extends @Nullable Object, X extends Exception> T execute(
            PlatformTransactionManager transactions, LocalWork<T, X> work) throws X {
        TransactionStatus status = transactions.getTransaction(definition);
        T result;
        try {
            result = work.run();
        } catch (Throwable thrown) {
            rollBack(transactions, status, thrown);
            throw thrown;
        }
        if (status.isRollbackOnly()) {
            RolledBackException rolledBack = new RolledBackException();
            rollBack(transactions, status, rolledBack);
            throw rolledBack;
        }
        transactions.commit(status);
        return result;
    }

    private static void rollBack(PlatformTransactionManager transactions, TransactionStatus status, Throwable cause) {
        try {
            transactions.rollback(status);
        } catch (RuntimeException failure) {
            cause.addSuppressed(failure);
        }
    }

    /** Work has marked its transaction for rollback, and returned. */
    static final class RolledBackException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        RolledBackException() {
            super("The transaction of a phase was marked for rollback");
        }
    }
}
