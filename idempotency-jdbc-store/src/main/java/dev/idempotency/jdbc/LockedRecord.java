package dev.idempotency.jdbc;

import dev.idempotency.core.record.IdempotencyRecord;
import java.time.Instant;
import java.util.Optional;

/**
 * A record as the holder of its lock sees it.
 *
 * @param isLocked whether the lock was granted; if not, the record says nothing
 * @param now the database's clock
 */
record LockedRecord(boolean isLocked, Optional<IdempotencyRecord> record, Instant now) {}
