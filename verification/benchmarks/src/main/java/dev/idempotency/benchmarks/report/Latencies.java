package dev.idempotency.benchmarks.report;

import java.util.Arrays;

/** How long each request took. */
public final class Latencies {

    private long[] nanos = new long[1_024];
    private int count;

    public void add(long each) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = each;
    }

    public int count() {
        return count;
    }

    /** The latency that the given share of requests did not exceed, in microseconds. */
    public double micros(double share) {
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return sorted[(int) Math.min(count - 1, Math.floor(share * count))] / 1e3;
    }
}
