package dev.idempotency.core.engine;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Pauses that grow until the time is over. */
final class PollBackoff {

    private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(5).toNanos();
    private static final long LONGEST_PAUSE_NANOS = Duration.ofMillis(200).toNanos();

    private final long deadline;
    private long pause = FIRST_PAUSE_NANOS;

    /** @param since of {@link System#nanoTime}, from when the time counts */
    PollBackoff(Waiting waiting, long since) {
        this.deadline = since + waiting.atMost().toNanos();
    }

    /** Pauses, unless the time is over or the thread is interrupted. Returns whether the caller should look again. */
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
