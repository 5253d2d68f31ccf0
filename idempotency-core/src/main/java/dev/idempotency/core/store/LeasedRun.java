package dev.idempotency.core.store;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import java.time.Instant;

/** A run under a lease, whose record others see while it runs. For every store that works by leases. */
public final class LeasedRun implements GrantedRun {

    private final LeasedRecords records;
    private final Lease lease;
    private final Instant expiresAt;

    public LeasedRun(LeasedRecords records, Lease lease, Instant expiresAt) {
        this.records = records;
        this.lease = lease;
        this.expiresAt = expiresAt;
    }

    @Override
    public Lease lease() {
        return lease;
    }

    @Override
    public Instant expiresAt() {
        return expiresAt;
    }

    @Override
    public boolean complete(RecordedAnswer answer, Work work) {
        return records.complete(lease, answer);
    }

    @Override
    public boolean fail(String error) {
        return records.fail(lease, error);
    }

    @Override
    public boolean markUnknown(String error) {
        return records.markUnknown(lease, error);
    }

    @Override
    public String toString() {
        return "LeasedRun[" + lease.id() + ", token " + lease.token() + "]";
    }
}
