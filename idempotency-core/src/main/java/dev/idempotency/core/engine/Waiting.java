package dev.idempotency.core.engine;

import java.time.Duration;

/**
 * How long a request waits for an earlier one with its key that is still running. While it waits, it holds no
 * connection and no lock.
 *
 * @param atMost zero to be answered at once
 */
public record Waiting(Duration atMost) {

    /** Answers at once. */
    public static final Waiting NONE = new Waiting(Duration.ZERO);

    public Waiting {
        if (atMost.isNegative()) {
            throw new IllegalArgumentException("The time to wait must not be negative, but is " + atMost);
        }
    }
}
