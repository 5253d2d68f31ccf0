package dev.idempotency.spring.internal.web;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits for a condition. */
final class Eventually {

    private Eventually() {}

    /** The first value that is as wanted, or the last one after a while. */
    static <T> T that(Supplier<T> value, Predicate<T> wanted) {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        T seen = value.get();
        while (!wanted.test(seen) && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
            seen = value.get();
        }
        return seen;
    }
}
