package dev.idempotency.core.internal.limit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Gives out a number of tokens a second, up to a second's worth at once. It can be overdrawn; then there is no token
 * until the overdraft is made up for.
 */
final class TokenBucket {

    private static final double SECOND = TimeUnit.SECONDS.toNanos(1);

    private final int perSecond;
    private double tokens;
    private long filledAt;

    TokenBucket(int perSecond, long nowNanos) {
        this.perSecond = perSecond;
        this.tokens = perSecond;
        this.filledAt = nowNanos;
    }

    /** The time after which there is a token; zero if there is one now. Takes none. */
    synchronized Duration untilNext(long nowNanos) {
        fill(nowNanos);
        return tokens >= 1 ? Duration.ZERO : Duration.ofNanos((long) Math.ceil((1 - tokens) / perSecond * SECOND));
    }

    /** Takes a token, and overdraws the bucket if there is none. */
    synchronized void take(long nowNanos) {
        fill(nowNanos);
        tokens--;
    }

    /** Takes a token if there is one. */
    synchronized boolean tryTake(long nowNanos) {
        fill(nowNanos);
        boolean there = tokens >= 1;
        if (there) {
            tokens--;
        }
        return there;
    }

    private void fill(long nowNanos) {
        tokens = Math.min(perSecond, tokens + (nowNanos - filledAt) / SECOND * perSecond);
        filledAt = nowNanos;
    }
}
