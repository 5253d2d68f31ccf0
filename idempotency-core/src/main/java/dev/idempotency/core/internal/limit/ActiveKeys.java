package dev.idempotency.core.internal.limit;

import java.time.Duration;
import java.util.function.IntUnaryOperator;

/**
 * Estimates how many records a scope has: the last count, and the grants of this node since then. The records are
 * counted again once this node has granted a twentieth of the limit, and every few seconds while the limit is reached.
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
     * Whether the scope has as many records as it may have.
     *
     * @param count counts up to the given number; only one thread at a time calls it
     */
    boolean areTooMany(long nowNanos, IntUnaryOperator count) {
        int before = beginCounting(nowNanos);
        if (before >= 0) {
            endCounting(before, count.applyAsInt(limit), nowNanos);
        }
        return isLimitReached();
    }

    /** Returns how many of the granted records the next count will include, or -1 if no count is due. */
    private synchronized int beginCounting(long nowNanos) {
        boolean due = grantedSince >= Math.max(1, limit / STEPS)
                || (isLimitReached() && nowNanos - countedAt >= COUNT_AGAIN_AFTER.toNanos());
        if (counting || !due) {
            return -1;
        }
        counting = true;
        return grantedSince;
    }

    /** @param result -1 if the count failed; the former estimate then stays */
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
