package dev.idempotency.core.store;

import java.util.function.Supplier;

/**
 * Stands around every call of a store: measures it, or refuses it. It is called on the caller's thread, also where that holds a
 * transaction, and must be quick.
 */
public interface StoreInterceptor {

    /**
     * Makes the call, and returns or throws what it does. To refuse instead, throw {@link StoreException.NotReached}, and do
     * not make the call: whoever is told so takes it that nothing has happened. Must not make the call more than once.
     */
    <T> T around(StoreOperation operation, Supplier<T> call);
}
