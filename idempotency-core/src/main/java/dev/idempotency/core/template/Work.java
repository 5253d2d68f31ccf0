package dev.idempotency.core.template;

import org.jspecify.annotations.Nullable;

/**
 * Work that is done once for its key, and comes to a value.
 *
 * @param <T> the value; it is written as JSON, so it must not be a proxy, nor something that goes on after the work has returned
 * @param <X> what it throws; {@link RuntimeException} for a lambda that throws nothing checked
 */
@FunctionalInterface
public interface Work<T extends @Nullable Object, X extends Exception> {

    /** Does the work, on the calling thread. */
    T run() throws X;

    /**
     * Work that comes to no value.
     *
     * @param <X> what it throws
     */
    @FunctionalInterface
    interface WithoutValue<X extends Exception> {

        /** Does the work, on the calling thread. */
        void run() throws X;
    }
}
