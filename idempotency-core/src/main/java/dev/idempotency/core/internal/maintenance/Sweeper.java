package dev.idempotency.core.internal.maintenance;

import dev.idempotency.core.store.IdempotencyStore;
import java.time.Duration;

/**
 * Makes the outcomes of runs unknown whose leases have run out. Runs on every node.
 *
 * <p>A sweep looks at leases that ran out since the last one that succeeded, and a little before, so that it stays cheap
 * however many records there are. The first one looks back as far as a whole application may have been down.
 */
public final class Sweeper {

    private static final int BATCH = 500;

    private final IdempotencyStore store;
    private final Duration firstLookBack;
    private final Duration overlap;
    private volatile boolean sweptBefore;
    private volatile long lastStart;

    /** @param overlap how much further back than the last sweep it looks, to find records that were locked then */
    public Sweeper(IdempotencyStore store, Duration firstLookBack, Duration overlap) {
        this.store = store;
        this.firstLookBack = firstLookBack;
        this.overlap = overlap;
    }

    /** Sweeps until nothing is left. Returns how many records became unknown. */
    public int sweep() {
        long start = System.nanoTime();
        Duration lookBack = sweptBefore ? Duration.ofNanos(start - lastStart).plus(overlap) : firstLookBack;
        int all = 0;
        int swept;
        do {
            swept = store.sweep(lookBack, BATCH);
            all += swept;
        } while (swept == BATCH);
        lastStart = start;
        sweptBefore = true;
        return all;
    }
}
