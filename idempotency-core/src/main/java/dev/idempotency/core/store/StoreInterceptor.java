package dev.idempotency.core.store;

import java.util.function.Supplier;

/**
 * Is called around every call of a store, to measure or to refuse it. It is called on the caller's thread, which may
 * hold a transaction, so it must be quick.
 */
public interface StoreInterceptor {

    /** Where it stands, seen from the application. Those in the same place stand in the order in which the guard is given them. */
    enum Place {
        /** Outside of all others: no other interceptor sees the calls that it refuses. */
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
     * not make the call: the caller treats that as "no change was made". The interceptor must not make the call more
     * than once.
     */
    <T> T around(StoreOperation operation, Supplier<T> call);
}
