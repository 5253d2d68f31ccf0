package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.store.Reservations;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;

/**
 * How mode TRANSACTIONAL is supported: the guarded way to run in a transaction. Throws, with what to do about it, if there is no
 * transaction manager that fits, or the handler asks for what cannot be.
 */
interface TransactionalMode {

    /** In the transaction that the endpoint's handler asks for. */
    Reservations of(ProtectedEndpoint endpoint);

    /**
     * In a transaction as it is configured.
     *
     * @param transactionManager the name of its bean; empty for the only one
     * @param asker what is to run so, for the message
     */
    Reservations of(String transactionManager, String asker);
}
