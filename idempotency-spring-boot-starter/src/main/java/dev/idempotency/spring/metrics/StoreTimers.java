package dev.idempotency.spring.metrics;

import dev.idempotency.core.store.StoreOperation;

/** Which calls of the store are timed. Each is three time series or more, on every node. */
public enum StoreTimers {
    /** None. */
    NONE,
    /** Those that a request waits for. */
    REQUESTS,
    /** Those of background work and of operators, too. */
    ALL;

    public boolean has(StoreOperation operation) {
        return switch (this) {
            case NONE -> false;
            case REQUESTS -> isOfRequests(operation);
            case ALL -> true;
        };
    }

    private static boolean isOfRequests(StoreOperation operation) {
        return switch (operation) {
            case RESERVE, LOOK, COMPLETE, FAIL, MARK_UNKNOWN, SUPPLEMENT -> true;
            default -> false;
        };
    }
}
