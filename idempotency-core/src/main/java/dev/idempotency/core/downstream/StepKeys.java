package dev.idempotency.core.downstream;

import java.util.Optional;

/**
 * The keys that a handler sends to the systems that it calls. Each run of a handler has one such object for all its
 * calls.
 */
public interface StepKeys {

    /**
     * The key for the system that this step calls: the same in every attempt at the request.
     *
     * @param step a name that stays the same as the code around it changes, such as {@code charge}
     */
    String downstreamKey(String step);

    /**
     * Finds the keys of the request that the calling thread handles, for code that knows neither the request nor what
     * protects it. A library that protects requests names its implementation in {@code META-INF/services}.
     */
    interface Lookup {

        /** Empty if this thread handles no protected request. */
        Optional<? extends StepKeys> current();
    }
}
