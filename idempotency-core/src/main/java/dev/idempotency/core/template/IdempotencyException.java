package dev.idempotency.core.template;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown in place of a result by calls that want the value or nothing. Messages name the operation, never the key or a value.
 */
public abstract sealed class IdempotencyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean retryable;
    private final @Nullable Duration retryAfter;

    private IdempotencyException(
            String message, boolean retryable, @Nullable Duration retryAfter, @Nullable Throwable cause) {
        super(message, cause);
        this.retryable = retryable;
        this.retryAfter = retryAfter;
    }

    /** Whether the same call may get its value later. */
    public boolean retryable() {
        return retryable;
    }

    /** When it is worth calling again; empty if that is not known, or never. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /** As {@link IdempotentResult.InProgress}. */
    public static final class InProgress extends IdempotencyException {

        private static final long serialVersionUID = 1L;

        InProgress(String operation, Duration retryAfter) {
            super("An earlier call of '" + operation + "' with this key still runs", true, retryAfter, null);
        }
    }

    /** As {@link IdempotentResult.Reused}. */
    public static final class Reused extends IdempotencyException {

        private static final long serialVersionUID = 1L;

        Reused(String operation) {
            super("The key of this call of '" + operation + "' was used for another request before", false, null, null);
        }
    }

    /** As {@link IdempotentResult.Unknown}. */
    public static final class Unknown extends IdempotencyException {

        private static final long serialVersionUID = 1L;

        Unknown(String operation, Duration retryAfter) {
            super(
                    "It is not known yet whether the work of '" + operation + "' was done for this key",
                    true,
                    retryAfter,
                    null);
        }
    }

    /** As {@link IdempotentResult.Unavailable}. */
    public static final class Unavailable extends IdempotencyException {

        private static final long serialVersionUID = 1L;

        Unavailable(String operation) {
            super(
                    "The work of '" + operation
                            + "' was done for this key, but its value was not kept or cannot be read",
                    false,
                    null,
                    null);
        }
    }

    /**
     * The transaction that a call has joined cannot be committed: another one has done the work of the key meanwhile, or the two
     * cannot go together. It is marked for rollback. The caller rolls back and tries the whole of it again, in a new transaction; that one
     * finds what the other has recorded.
     */
    public static final class TransactionLost extends IdempotencyException {

        private static final long serialVersionUID = 1L;

        public TransactionLost(String message, @Nullable Throwable cause) {
            super(message, true, Duration.ZERO, cause);
        }
    }
}
