package dev.idempotency.client.internal.call;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Pauses that double, each anywhere between a half and the whole of that, so that clients that failed together do not stay together. */
final class Backoff {

    private static final int MOST_DOUBLINGS = 30;

    private final long first;
    private final long longest;

    Backoff(Duration first, Duration longest) {
        this.first = first.toNanos();
        this.longest = longest.toNanos();
    }

    /**
     * The pause after so many attempts.
     *
     * @param asked how long the server wants us to wait at least; some more is added to it for the same reason
     */
    Duration after(int attempts, Duration asked) {
        long doubled = first << Math.min(attempts - 1, MOST_DOUBLINGS);
        long whole = doubled <= 0 || doubled > longest ? longest : doubled;
        long own = whole / 2 + ThreadLocalRandom.current().nextLong(whole / 2 + 1);
        if (asked.isZero()) {
            return Duration.ofNanos(own);
        }
        long spread = Math.max(1, Math.min(first, asked.toNanos() / 10));
        return asked.plusNanos(ThreadLocalRandom.current().nextLong(spread));
    }
}
