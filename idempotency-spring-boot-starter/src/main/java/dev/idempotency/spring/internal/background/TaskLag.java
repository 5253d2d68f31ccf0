package dev.idempotency.spring.internal.background;

import java.time.Duration;

/**
 * How long ago a task last succeeded.
 *
 * @param every the pause between two repetitions
 * @param lag the time since it last succeeded, or since the start
 * @param everDone whether it has succeeded at all since the start
 */
public record TaskLag(String name, Duration every, Duration lag, boolean everDone) {

    private static final int MISSED = 3;
    private static final Duration GRACE = Duration.ofSeconds(10);

    /** Whether it was missed several times. */
    public boolean isLate() {
        return lag.compareTo(every.multipliedBy(MISSED).plus(GRACE)) > 0;
    }
}
