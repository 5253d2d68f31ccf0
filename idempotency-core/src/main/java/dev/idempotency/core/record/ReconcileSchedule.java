package dev.idempotency.core.record;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How often an unknown outcome was asked after, and when it is asked after next.
 *
 * @param attempts how often somebody tried to find out, without success
 * @param next when to try again; null once nobody tries any more and an operator must decide
 */
public record ReconcileSchedule(int attempts, @Nullable Instant next) {

    public ReconcileSchedule {
        if (attempts < 0) {
            throw new IllegalArgumentException("Attempts must not be negative, but are " + attempts);
        }
    }

    /** Nobody has asked yet; the first attempt is due at the given time. */
    public static ReconcileSchedule dueAt(Instant first) {
        return new ReconcileSchedule(0, first);
    }

    /** Whether automatic attempts have ended and a decision is waited for. */
    public boolean isDeadLetter() {
        return next == null;
    }
}
