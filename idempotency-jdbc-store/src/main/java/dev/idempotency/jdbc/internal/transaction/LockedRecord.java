package dev.idempotency.jdbc.internal.transaction;

import dev.idempotency.core.record.IdempotencyRecord;
import java.time.Instant;
import java.util.Optional;

/**
 * The record as read by the request that tried to lock it.
 *
 * @param isLocked whether the lock was granted; if not, a record that is not there may be on its way
 * @param now the database's clock
 * @param isEntityLocked whether the lock of the request's entity was granted; if not, another transaction works on it, or somebody
 *     looks whether he may
 * @param entityHolder the record of another run that has the entity: under a lease, or with an unknown outcome
 */
record LockedRecord(
        boolean isLocked,
        Optional<IdempotencyRecord> record,
        Instant now,
        boolean isEntityLocked,
        Optional<IdempotencyRecord> entityHolder) {

    /** Of a request that works on no entity. */
    LockedRecord(boolean isLocked, Optional<IdempotencyRecord> record, Instant now) {
        this(isLocked, record, now, true, Optional.empty());
    }
}
