package dev.idempotency.core.template;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What became of a call: every case there is. An exception of the work itself is thrown on as it is, and a store that cannot be
 * reached is a {@link dev.idempotency.core.store.StoreException}; then nothing ran, or what ran is undone or will be found to be unknown.
 *
 * @param <T> the value that the work comes to
 */
public sealed interface IdempotentResult<T extends @Nullable Object> {

    /** Calls the method that fits. */
    <R> R match(Cases<T, R> cases);

    /** What to do in each case. */
    interface Cases<T extends @Nullable Object, R> {

        R ran(Ran<T> ran);

        R replayed(Replayed<T> replayed);

        R inProgress(InProgress<T> inProgress);

        R reused(Reused<T> reused);

        R unknown(Unknown<T> unknown);

        R unavailable(Unavailable<T> unavailable);
    }

    /**
     * The work was done just now, and this is its value. Where it joined the caller's transaction, it counts only once that has
     * been committed.
     */
    record Ran<T extends @Nullable Object>(T value) implements IdempotentResult<T> {

        @Override
        public <R> R match(Cases<T, R> cases) {
            return cases.ran(this);
        }

        /** Without the value, which may be confidential. */
        @Override
        public String toString() {
            return "Ran";
        }
    }

    /** The work was done before, and this is the value that it came to then. */
    record Replayed<T extends @Nullable Object>(T value) implements IdempotentResult<T> {

        @Override
        public <R> R match(Cases<T, R> cases) {
            return cases.replayed(this);
        }

        /** Without the value, which may be confidential. */
        @Override
        public String toString() {
            return "Replayed";
        }
    }

    /**
     * An earlier call with the key still runs, or another one that works on the same entity does or has an unknown outcome.
     *
     * @param retryAfter after this time more will be known
     */
    record InProgress<T extends @Nullable Object>(Duration retryAfter) implements IdempotentResult<T> {

        @Override
        public <R> R match(Cases<T, R> cases) {
            return cases.inProgress(this);
        }
    }

    /** The key was used for something else before: another operation, or the same with another request. */
    record Reused<T extends @Nullable Object>() implements IdempotentResult<T> {

        @Override
        public <R> R match(Cases<T, R> cases) {
            return cases.reused(this);
        }
    }

    /**
     * Nobody knows yet whether the work was done: that of an earlier call, or of this one. The same call finds out later.
     *
     * @param retryAfter when it is worth asking again
     */
    record Unknown<T extends @Nullable Object>(Duration retryAfter) implements IdempotentResult<T> {

        @Override
        public <R> R match(Cases<T, R> cases) {
            return cases.unknown(this);
        }
    }

    /** The work was done before, but its value was not kept, or this version of the application cannot read it. */
    record Unavailable<T extends @Nullable Object>() implements IdempotentResult<T> {

        @Override
        public <R> R match(Cases<T, R> cases) {
            return cases.unavailable(this);
        }
    }
}
