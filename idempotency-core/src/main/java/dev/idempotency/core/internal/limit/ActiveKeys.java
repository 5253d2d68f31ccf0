package dev.idempotency.core.internal.limit;

import java.time.Duration;
import java.util.function.IntUnaryOperator;

/**
 * About how many records a scope has: what was last counted, and what this node has granted since. It is counted again when a
 * twentieth of the limit has been granted here, and every few seconds while the limit is reached.
 */
final class ActiveKeys {

    static final Duration COUNT_AGAIN_AFTER = Duration.ofSeconds(5);

    private static final int STEPS = 20;

    private final int limit;
    private int counted;
    private int grantedSince;
    private long countedAt;
    private boolean counting;

    ActiveKeys(int limit, long nowNanos) {
        this.limit = limit;
        this.countedAt = nowNanos - COUNT_AGAIN_AFTER.toNanos();
    }

    synchronized void granted() {
        grantedSince++;
    }

    /**
     * Whether there are as many as there may be.
     *
     * @param count counts up to the given number; only one at a time does
     */
    boolean areTooMany(long nowNanos, IntUnaryOperator count) {
        int before = beginCounting(nowNanos);
        if (before >= 0) {
            endCounting(before, count.applyAsInt(limit), nowNanos);
        }
        return isLimitReached();
    }

    /** Returns how many of those granted the count will include, or -1 if this is not the time to count. */
    private synchronized int beginCounting(long nowNanos) {
        boolean due = grantedSince >= Math.max(1, limit / STEPS)
                || (isLimitReached() && nowNanos - countedAt >= COUNT_AGAIN_AFTER.toNanos());
        if (counting || !due) {
            return -1;
        }
        counting = true;
        return grantedSince;
    }

    /** @param result -1 if it could not be counted: then what is known stays */
    private synchronized void endCounting(int before, int result, long nowNanos) {
        counting = false;
        countedAt = nowNanos;
        if (result >= 0) {
            counted = result;
            grantedSince -= before;
        }
    }

    private synchronized boolean isLimitReached() {
        return counted + grantedSince >= limit;
    }
}
