package dev.idempotency.jdbc.internal.transaction;

import dev.idempotency.core.record.IdempotencyRecord;
import java.time.Instant;
import java.util.Optional;

/**
 * The record as read by the request that tried to lock it.
 *
 * @param isLocked whether the lock was granted; if not, a record that is not there may be on its way
 * @param now the database's clock
 */
record LockedRecord(boolean isLocked, Optional<IdempotencyRecord> record, Instant now) {}
