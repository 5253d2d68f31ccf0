package dev.idempotency.core.record;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How many attempts to reconcile an unknown outcome there were, and when the next one is due.
 *
 * @param attempts how many attempts found nothing out
 * @param next when the next attempt is due; null for a dead letter, which an operator must decide
 */
public record ReconcileSchedule(int attempts, @Nullable Instant next) {

    public ReconcileSchedule {
        if (attempts < 0) {
            throw new IllegalArgumentException("Attempts must not be negative, but are " + attempts);
        }
    }

    /** There was no attempt yet; the first one is due at the given time. */
    public static ReconcileSchedule dueAt(Instant first) {
        return new ReconcileSchedule(0, first);
    }

    /** Whether this is a dead letter: there are no more attempts, and an operator must decide. */
    public boolean isDeadLetter() {
        return next == null;
    }
}
