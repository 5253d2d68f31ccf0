package dev.idempotency.spring.internal.background;

import java.time.Duration;
import java.util.Objects;

/**
 * Something that is done again and again.
 *
 * @param name for threads, log lines and health
 * @param every the pause between two times
 * @param work one time; whatever it throws is logged, and the next time comes
 */
public record BackgroundTask(String name, Duration every, Runnable work) {

    public BackgroundTask {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(work, "work");
        if (every.isNegative() || every.isZero()) {
            throw new IllegalArgumentException("The pause of " + name + " must be longer than zero, not " + every);
        }
    }
}
