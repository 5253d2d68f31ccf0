package dev.idempotency.core.store;

import java.util.Locale;

/**
 * The calls of a store: one constant for each method of {@link Reservations}, {@link GrantedRun}, {@link
 * IdempotencyStore} and {@link dev.idempotency.core.step.RunSteps}.
 */
public enum StoreOperation {
    RESERVE,
    LOOK,
    COMPLETE,
    FAIL,
    MARK_UNKNOWN,
    SUPPLEMENT,
    READ_STEPS,
    FINISH_LOCAL_STEP,
    START_STEP,
    FINISH_STEP,
    CANCEL_STEP,
    RENEW,
    FIND,
    CLAIM_UNKNOWN,
    LIST_UNKNOWN,
    COUNT_UNKNOWN,
    RESOLVE,
    EVICT,
    EVICT_ALL,
    DECISIONS,
    SWEEP,
    SWEEP_ABANDONED,
    REAP;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** The name in metrics and log lines, such as {@code mark_unknown}. */
    public String label() {
        return label;
    }
}
