package dev.idempotency.core.store;

import java.util.function.Supplier;

/**
 * Stands around every call of a store: measures it, or refuses it. It is called on the caller's thread, also where that holds a
 * transaction, and must be quick.
 */
public interface StoreInterceptor {

    /** Where it stands, seen from the application. Those in the same place stand in the order in which the guard is given them. */
    enum Place {
        /** Outside of all others: what it refuses, no other interceptor sees. */
        OUTERMOST,
        /** Where those of an application stand. */
        BETWEEN,
        /** Next to the store: it sees the calls that the store is asked to make, and no others. */
        INNERMOST
    }

    /** Where it stands. */
    default Place place() {
        return Place.BETWEEN;
    }

    /**
     * Makes the call, and returns or throws what it does. To refuse instead, throw {@link StoreException.NotApplied}, and do
     * not make the call: the caller then takes it that nothing has happened. Must not make the call more than once.
     */
    <T> T around(StoreOperation operation, Supplier<T> call);
}
