package dev.idempotency.spring.phase;

import org.jspecify.annotations.Nullable;

/**
 * The phases of a handler, which takes this as a parameter and names them in {@code @Idempotent(phases = …)}. Each phase that has
 * finished is recorded with its result; when the request runs again after a failure or a crash, a finished phase returns that result
 * and is not run again.
 *
 * <ul>
 *   <li>A <em>local</em> phase writes to the application's database. Its writes and its record are one transaction.
 *   <li>An <em>external</em> phase has one effect somewhere else, under a key that is the same in every run.
 * </ul>
 *
 * <p>A handler calls its phases in the order in which they are declared, one at a time, never one inside of another, and never inside of
 * a transaction of its own. What it does outside of phases is done again in every run, so it only reads and computes there. Results
 * are kept as JSON; what was recorded by another version of the application in a form that this one cannot read makes the
 * outcome of the request unknown.
 *
 * <p>For a request without a key, phases are run and nothing is recorded.
 */
public interface Phases {

    /**
     * Runs a local phase, or returns what it came to.
     *
     * @param type of the result, as which it is read
     */
    <T extends @Nullable Object, X extends Exception> T local(String phase, Class<T> type, LocalWork<T, X> work)
            throws X;

    /** Runs a local phase without a result, unless it has finished. */
    <X extends Exception> void local(String phase, LocalAction<X> work) throws X;

    /** Describes an external phase; it is run by {@link ExternalPhase#get} or {@link ExternalPhase#run}. */
    <T extends @Nullable Object> ExternalPhase<T> external(String phase, ExternalEffect<T> effect);

    /** What a local phase does, in a transaction. */
    @FunctionalInterface
    interface LocalWork<T extends @Nullable Object, X extends Exception> {

        T run() throws X;
    }

    /** What a local phase without a result does, in a transaction. */
    @FunctionalInterface
    interface LocalAction<X extends Exception> {

        void run() throws X;
    }

    /** The one effect of an external phase. */
    @FunctionalInterface
    interface ExternalEffect<T extends @Nullable Object> {

        /**
         * Asks for the effect. {@link dev.idempotency.core.outcome.NotExecutedException} says that it certainly did not happen; after any
         * other exception it may have happened.
         */
        T call(ExternalCall call);
    }
}
