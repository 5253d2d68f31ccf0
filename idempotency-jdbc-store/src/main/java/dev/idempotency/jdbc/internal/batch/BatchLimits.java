package dev.idempotency.jdbc.internal.batch;

import java.time.Duration;

/**
 * How writes are shared.
 *
 * @param writers how many write at the same time before others wait to be taken along
 * @param most how many are written together
 * @param patience after which one that waits becomes a further writer: more than a shared write takes on a slow disk, and not much beside what a
 *     statement may wait for a lock
 */
public record BatchLimits(int writers, int most, Duration patience) {

    public static final BatchLimits DEFAULT = new BatchLimits(1, 64, Duration.ofMillis(100));
}
