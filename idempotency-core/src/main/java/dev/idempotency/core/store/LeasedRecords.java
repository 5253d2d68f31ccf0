package dev.idempotency.core.store;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;

/**
 * The three endings of a {@link LeasedRun}, on any table of records. Each is a single statement on a database, committed at once,
 * on condition that the record is running under the lease's token and owner; {@link GrantedRun} says what they return.
 */
public interface LeasedRecords {

    boolean complete(Lease lease, RecordedAnswer answer);

    boolean fail(Lease lease, String error);

    boolean markUnknown(Lease lease, String error);
}
