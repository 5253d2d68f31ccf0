package dev.idempotency.jdbc.internal.batch;

import java.time.Duration;

/**
 * How many writes share a statement, and how long one waits for that.
 *
 * @param writers how many threads write at the same time before others have to queue
 * @param batchSize how many writes a batch has at most
 * @param longestWait after which a thread in the queue writes by itself: more than a batch takes on a slow disk, and
 *     not much beside what a statement may wait for a lock
 */
public record BatchLimits(int writers, int batchSize, Duration longestWait) {

    public static final BatchLimits DEFAULT = new BatchLimits(1, 64, Duration.ofMillis(100));
}
