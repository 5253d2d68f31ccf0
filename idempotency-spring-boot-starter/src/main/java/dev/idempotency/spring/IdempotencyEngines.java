package dev.idempotency.spring;

import dev.idempotency.core.engine.IdempotencyEngine;

/**
 * The engines of an application: one for each way to run, the same for every caller. The filter for HTTP is one caller;
 * anything else that must run once for a key, such as a message listener, is another. The calls of an engine pass the
 * circuit, are measured and are reported to listeners; its leases are renewed.
 */
public interface IdempotencyEngines {

    /** The engine of this mode; in {@link Mode#TRANSACTIONAL} by the only transaction manager. */
    default IdempotencyEngine of(Mode mode) {
        return of(mode, "");
    }

    /**
     * The engine of this mode.
     *
     * @param transactionManager the name of the transaction manager for {@link Mode#TRANSACTIONAL}; empty for the only one
     * @throws IdempotencyConfigurationException if the application does not support the mode
     */
    IdempotencyEngine of(Mode mode, String transactionManager);

    /**
     * The engine whose runs are part of the transaction that the calling thread is in, and count only once that is committed.
     *
     * @param transactionManager the name of its transaction manager; empty for the only one
     * @throws IdempotencyConfigurationException if the application does not support it
     * @throws IllegalStateException if no transaction is open
     */
    IdempotencyEngine joined(String transactionManager);
}
