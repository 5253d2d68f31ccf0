package dev.idempotency.core.engine;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * How long a request waits for an earlier one with its key that is still running. No connection or lock is held meanwhile.
 *
 * @param atMost zero to be answered at once
 */
public record Waiting(Duration atMost) {

    private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(5).toNanos();
    private static final long LONGEST_PAUSE_NANOS = Duration.ofMillis(200).toNanos();

    /** Answers at once. */
    public static final Waiting NONE = new Waiting(Duration.ZERO);

    public Waiting {
        if (atMost.isNegative()) {
            throw new IllegalArgumentException("Waiting must not be negative, not " + atMost);
        }
    }

    Rounds start() {
        return new Rounds(System.nanoTime() + atMost.toNanos());
    }

    /** Pauses that grow until the time is over. */
    static final class Rounds {

        private final long deadline;
        private long pause = FIRST_PAUSE_NANOS;

        private Rounds(long deadline) {
            this.deadline = deadline;
        }

        /** Pauses, unless the time is over or somebody interrupts; tells whether it is worth looking again. */
        boolean pause() {
            long left = deadline - System.nanoTime();
            if (left <= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(Math.min(left, pause));
            pause = Math.min(pause * 2, LONGEST_PAUSE_NANOS);
            return true;
        }
    }
}
