package dev.idempotency.spring.internal.background;

import java.time.Duration;

/**
 * How far a task is behind.
 *
 * @param every the pause between two times
 * @param lag since it was last done without an error, or since the start
 * @param everDone whether it was done at all since the start
 */
public record TaskLag(String name, Duration every, Duration lag, boolean everDone) {

    private static final int MISSED = 3;
    private static final Duration GRACE = Duration.ofSeconds(10);

    /** Whether it was missed several times. */
    public boolean isLate() {
        return lag.compareTo(every.multipliedBy(MISSED).plus(GRACE)) > 0;
    }
}
