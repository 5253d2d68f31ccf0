package dev.idempotency.spring.internal.background;

import java.time.Duration;
import java.util.Objects;

/**
 * Work that a node repeats in the background.
 *
 * @param name for threads, log lines and health
 * @param every the pause between two repetitions
 * @param work does the work once; an exception is logged, and the work is repeated after the next pause
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
