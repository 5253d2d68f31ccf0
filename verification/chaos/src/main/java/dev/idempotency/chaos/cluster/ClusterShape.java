package dev.idempotency.chaos.cluster;

import dev.idempotency.chaos.seededbug.SeededBug;
import java.time.Duration;
import java.util.Optional;

/**
 * What a cluster is like.
 *
 * @param fast whether the clock of the last node is fast; otherwise it is slow
 * @param smallDisk whether the database is to be on a disk that can be filled
 */
public record ClusterShape(int size, Duration lease, boolean fast, boolean smallDisk, Optional<SeededBug> seededBug) {}
