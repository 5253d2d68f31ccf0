package dev.idempotency.core.engine;

import java.time.Duration;

/**
 * How long a request waits for an earlier one with its key that is still running. No connection or lock is held meanwhile.
 *
 * @param atMost zero to be answered at once
 */
public record Waiting(Duration atMost) {

    /** Answers at once. */
    public static final Waiting NONE = new Waiting(Duration.ZERO);

    public Waiting {
        if (atMost.isNegative()) {
            throw new IllegalArgumentException("Waiting must not be negative, not " + atMost);
        }
    }
}
