package dev.idempotency.core.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A decision that was carried out.
 *
 * @param keyHash the short hash of the key, as in {@code toString} of a key; null when it was about a whole scope
 * @param action what was done
 */
public record Decided(@Nullable String keyHash, Action action, Decision decision, Instant at) {

    /** What can be decided. */
    public enum Action {
        RESOLVED_COMPLETED,
        RESOLVED_NOT_EXECUTED,
        LEFT_UNKNOWN,
        REQUEUED,
        EVICTED,
        PURGED;

        /** What a resolution by hand is called. */
        public static Action of(Resolution resolution) {
            if (resolution instanceof Resolution.Completed) {
                return RESOLVED_COMPLETED;
            }
            if (resolution instanceof Resolution.NotExecuted) {
                return RESOLVED_NOT_EXECUTED;
            }
            return resolution instanceof Resolution.Requeued ? REQUEUED : LEFT_UNKNOWN;
        }
    }
}
