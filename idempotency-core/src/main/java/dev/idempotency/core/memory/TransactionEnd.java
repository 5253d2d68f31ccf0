package dev.idempotency.core.memory;

import java.util.function.Consumer;

/** Tells when the transaction of the caller ends, so that what is kept in memory can follow it. */
@FunctionalInterface
public interface TransactionEnd {

    /** There are no transactions. */
    TransactionEnd NONE = listener -> false;

    /**
     * Calls the listener when the open transaction of this thread has ended.
     *
     * @param listener gets whether it was committed
     * @return false if no transaction is open; then the listener is never called
     */
    boolean listen(Consumer<Boolean> listener);
}
