package dev.idempotency.chaos.time;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Lets time pass. */
public final class Pause {

    private Pause() {}

    public static void of(Duration length) {
        until(System.nanoTime() + length.toNanos());
    }

    /** Parking may end early for no reason, so the clock has the last word. */
    public static void until(long nanoTime) {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
