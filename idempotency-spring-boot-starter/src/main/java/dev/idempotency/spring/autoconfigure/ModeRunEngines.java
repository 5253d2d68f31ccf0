package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.engine.IdempotencyEngine;
import dev.idempotency.core.template.RunEngines;
import dev.idempotency.spring.Mode;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The engines of an application for the calls of a template, which come from anywhere: also from where a way to run does not fit. */
record ModeRunEngines(ModeEngines engines) implements RunEngines {

    /** In an open transaction, the record would stay when the work that it stands for is rolled back. */
    @Override
    public IdempotencyEngine leased() {
        IdempotencyEngine leased = engines.of(Mode.LEASE);
        if (engines.isInTransaction()) {
            throw new IllegalStateException(
                    "A call by lease() keeps its record also when the transaction rolls back that is open here, and its work would be"
                            + " lost: use joining(), or make the call outside of the transaction");
        }
        return leased;
    }

    @Override
    public IdempotencyEngine transactional(String transactionManager) {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException(
                    "A call by transactional() begins a transaction of its own, but one is open here: use joining() to be part of"
                            + " that, or make the call outside of it");
        }
        return engines.of(Mode.TRANSACTIONAL, transactionManager);
    }

    @Override
    public IdempotencyEngine joined(String transactionManager) {
        return engines.joined(transactionManager);
    }
}
