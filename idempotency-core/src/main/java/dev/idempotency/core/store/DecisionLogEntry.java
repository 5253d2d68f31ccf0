package dev.idempotency.core.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A decision that was carried out.
 *
 * @param keyHash the short hash of the key, as in {@code toString} of a key; null if the decision was about no
 *     single key
 * @param subject the name of the action that was forgotten; null if the decision was about a record or a whole scope
 * @param action what was done
 */
public record DecisionLogEntry(
        @Nullable String keyHash, @Nullable String subject, Action action, OperatorDecision decision, Instant at) {

    /** What can be decided. */
    public enum Action {
        RESOLVED_COMPLETED,
        RESOLVED_NOT_EXECUTED,
        LEFT_UNKNOWN,
        REQUEUED,
        EVICTED,
        PURGED,
        /** An action counts as not done. */
        FORGOTTEN;

        /** The name of a resolution by hand. */
        public static Action of(Resolution resolution) {
            return resolution.match(new Resolution.Cases<>() {

                @Override
                public Action completed(Resolution.Completed completed) {
                    return RESOLVED_COMPLETED;
                }

                @Override
                public Action notExecuted(Resolution.NotExecuted notExecuted) {
                    return RESOLVED_NOT_EXECUTED;
                }

                @Override
                public Action stillUnknown(Resolution.StillUnknown stillUnknown) {
                    return LEFT_UNKNOWN;
                }

                @Override
                public Action requeued(Resolution.Requeued requeued) {
                    return REQUEUED;
                }
            });
        }
    }
}
