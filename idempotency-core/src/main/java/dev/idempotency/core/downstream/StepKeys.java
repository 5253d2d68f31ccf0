package dev.idempotency.core.downstream;

import java.util.Optional;

/** The keys that the handling of one request gives to whom it calls. One handling has one such object for all its calls. */
public interface StepKeys {

    /**
     * The key for whom this step calls: the same in every attempt at the request.
     *
     * @param step a name that stays the same as the code around it changes, such as {@code charge}
     */
    String downstreamKey(String step);

    /**
     * Finds the keys of what the calling thread handles, for code that knows neither the request nor who protects it. Who
     * protects requests names an implementation in {@code META-INF/services}.
     */
    interface Lookup {

        /** Empty if this thread handles no protected request. */
        Optional<? extends StepKeys> current();
    }
}
