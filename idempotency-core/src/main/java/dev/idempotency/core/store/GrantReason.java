package dev.idempotency.core.store;

import dev.idempotency.core.record.IdempotencyRecord;
import java.time.Instant;

/**
 * Why a request may run. For metrics only: an attempt that had to ask twice, because the first reply was lost, may be
 * counted as a first run.
 */
public enum GrantReason {
    /** There is no earlier run, or its record has expired. */
    FIRST,
    /** The last run certainly had no effect. */
    AFTER_FAILURE,
    /** The last run was lost, and the endpoint lets the next request take over. */
    AFTER_LOSS,
    /** The last run was lost, and this one goes on after the steps that it had finished. */
    RESUMED;

    /**
     * Why a run takes over a record.
     *
     * @param former the record as it was before
     * @param chosen what the request does about a lost run
     */
    public static GrantReason after(IdempotencyRecord former, Instant now, OnLapsedLease chosen) {
        if (former.isExpired(now)) {
            return FIRST;
        }
        return switch (former.state()) {
            case FAILED_RETRYABLE -> AFTER_FAILURE;
            case IN_PROGRESS -> chosen == OnLapsedLease.RESUME ? RESUMED : AFTER_LOSS;
            case COMPLETED, UNKNOWN, EXPIRED -> FIRST;
        };
    }
}
