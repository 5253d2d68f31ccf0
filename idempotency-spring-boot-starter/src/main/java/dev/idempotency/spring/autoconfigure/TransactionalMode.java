package dev.idempotency.spring.autoconfigure;

import dev.idempotency.core.store.Reservations;

/** How mode TRANSACTIONAL is supported. */
@FunctionalInterface
interface TransactionalMode {

    /**
     * The guarded way to run by this transaction manager. Throws, with what to do about it, where there is no
     * transaction manager that fits.
     *
     * @param transactionManager the name of its bean; empty for the only one
     * @param asker who is to run so, for the message
     */
    Reservations of(String transactionManager, String asker);
}
