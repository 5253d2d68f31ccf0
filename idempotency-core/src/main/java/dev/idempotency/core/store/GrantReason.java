package dev.idempotency.core.store;

import dev.idempotency.core.record.IdempotencyRecord;
import java.time.Instant;

/**
 * Why a request may run. For metrics: an attempt that had to ask twice for its own grant may be told that it is the first.
 */
public enum GrantReason {
    /** There is no earlier run, or none that still counts. */
    FIRST,
    /** The run before it certainly had no effect. */
    AFTER_FAILURE,
    /** The run before it was lost, and the endpoint takes that over. */
    AFTER_LOSS;

    /**
     * Why a run takes over a record.
     *
     * @param former the record as it was before
     */
    public static GrantReason after(IdempotencyRecord former, Instant now) {
        if (former.isExpired(now)) {
            return FIRST;
        }
        return switch (former.state()) {
            case FAILED_RETRYABLE -> AFTER_FAILURE;
            case IN_PROGRESS -> AFTER_LOSS;
            case COMPLETED, UNKNOWN, EXPIRED -> FIRST;
        };
    }
}
