package dev.idempotency.spring.phase;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An external phase before it is run. What is known about the other system decides what a later run does if it finds that an earlier one
 * had asked for the effect, and not whether it happened:
 *
 * <ol>
 *   <li>If the system {@linkplain #repeatableFor still knows the key}, the effect is asked for again with the same key.
 *   <li>Otherwise, if the system {@linkplain #findBy can be asked}, it is.
 *   <li>Otherwise the outcome of the request is unknown and has to be reconciled.
 * </ol>
 */
public interface ExternalPhase<T extends @Nullable Object> {

    /**
     * The system has an effect at most once for a key, and knows the key for this long. It counts from the first call, by the
     * database's clock; choose it shorter than the system does, by what a call may take.
     */
    ExternalPhase<T> repeatableFor(Duration known);

    /** Finds the effect with the key of the call. Empty if it certainly did not happen, and will not; an exception if that is not known. */
    ExternalPhase<T> findBy(Function<ExternalCall, Optional<T>> find);

    /** What the system calls the effect; it is recorded for operators. */
    ExternalPhase<T> id(Function<? super T, String> id);

    /**
     * Runs the phase, or returns what it came to.
     *
     * @param type of the result, as which it is read
     */
    T get(Class<T> type);

    /** Runs the phase, unless it has finished, and keeps no result. */
    void run();
}
