package dev.idempotency.core.internal.maintenance;

import dev.idempotency.core.store.IdempotencyStore;
import java.time.Duration;
import java.util.function.IntSupplier;

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
    private final Duration abandonedAfter;
    private volatile boolean sweptBefore;
    private volatile long lastStart;

    /**
     * @param overlap how much further back than the last sweep it looks, to find records that were locked then
     * @param abandonedAfter how long a lost run that has finished steps waits for a request that goes on with it
     */
    public Sweeper(IdempotencyStore store, Duration firstLookBack, Duration overlap, Duration abandonedAfter) {
        this.store = store;
        this.firstLookBack = firstLookBack;
        this.overlap = overlap;
        this.abandonedAfter = abandonedAfter;
    }

    /** Sweeps until nothing is left. Returns how many records became unknown. */
    public int sweep() {
        long start = System.nanoTime();
        Duration lookBack = sweptBefore ? Duration.ofNanos(start - lastStart).plus(overlap) : firstLookBack;
        int all = untilNothingIsLeft(() -> store.sweep(lookBack, BATCH))
                + untilNothingIsLeft(() -> store.sweepAbandoned(abandonedAfter, lookBack, BATCH));
        lastStart = start;
        sweptBefore = true;
        return all;
    }

    private static int untilNothingIsLeft(IntSupplier batches) {
        int all = 0;
        int swept;
        do {
            swept = batches.getAsInt();
            all += swept;
        } while (swept == BATCH);
        return all;
    }
}
