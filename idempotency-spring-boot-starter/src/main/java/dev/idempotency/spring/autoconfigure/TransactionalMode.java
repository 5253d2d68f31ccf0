package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.action.Actions;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;

/**
 * Supports mode TRANSACTIONAL: the guarded way to run in a transaction. Throws, and says what to do, if no transaction
 * manager fits, or if the handler asks for an impossible transaction.
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

    /**
     * In the transaction that the calling thread is in.
     *
     * @param transactionManager the name of its bean; empty for the only one
     * @param asker what is to run so, for the message
     */
    Reservations joined(String transactionManager, String asker);

    /** Whether the calling thread is in a transaction that work would be part of, and a record under a lease would not. */
    boolean isInTransaction();

    /** What is done once and for all, in the transactions that the endpoint's handler asks for. */
    Actions actionsOf(ProtectedEndpoint endpoint);

    /** The same in those of a transaction manager. */
    Actions actionsOf(String transactionManager, String asker);
}
