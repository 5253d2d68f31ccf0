package dev.idempotency.core.template;

import dev.idempotency.core.engine.IdempotencyEngine;

/**
 * The engines of an application, one for each way to run. Each throws, with what to do about it, where the application does not
 * support the way, or the calling thread is where it cannot be used.
 */
public interface RunEngines {

    /** Under a lease, outside of any transaction of the records' database. */
    IdempotencyEngine leased();

    /**
     * In a transaction of its own.
     *
     * @param transactionManager the name of the transaction manager; empty for the only one
     */
    IdempotencyEngine transactional(String transactionManager);

    /**
     * In the transaction that the calling thread is in.
     *
     * @param transactionManager the name of the transaction manager; empty for the only one
     */
    IdempotencyEngine joined(String transactionManager);
}
