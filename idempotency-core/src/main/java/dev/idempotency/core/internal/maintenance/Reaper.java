package dev.idempotency.core.internal.maintenance;

import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.IdempotencyStore.Reaping;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends records that are past their retention. Runs on every node, in small batches with pauses, so that requests are
 * not slowed down.
 */
public final class Reaper {

    private final IdempotencyStore store;
    private final Reaping reaping;
    private final int batch;
    private final long pauseNanos;

    /**
     * @param batch how many records in one step
     * @param perSecond how many records in a second at most
     */
    public Reaper(IdempotencyStore store, Reaping reaping, int batch, int perSecond) {
        if (batch < 1 || perSecond < 1) {
            throw new IllegalArgumentException(
                    "The reaper must be allowed at least one record, not " + batch + " and " + perSecond);
        }
        this.store = store;
        this.reaping = reaping;
        this.batch = batch;
        this.pauseNanos = Duration.ofSeconds(1).toNanos() * batch / perSecond;
    }

    /** Reaps until nothing is left or the thread is interrupted. Returns how many records were ended. */
    public int reap() {
        int all = 0;
        int reaped;
        do {
            long start = System.nanoTime();
            reaped = store.reap(reaping, batch);
            all += reaped;
            if (reaped == batch) {
                LockSupport.parkNanos(pauseNanos - (System.nanoTime() - start));
            }
        } while (reaped == batch && !Thread.currentThread().isInterrupted());
        return all;
    }
}
