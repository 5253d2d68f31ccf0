package dev.idempotency.core.store;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.step.RunSteps;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A run under a lease, whose record others see while it runs. For every store that works by leases. */
public final class LeasedRun implements GrantedRun {

    private final LeasedRecords records;
    private final Lease lease;
    private final Instant expiresAt;
    private final @Nullable Supplier<RunSteps> keeping;
    private @Nullable RunSteps steps;

    /** Of a store that keeps no steps. */
    public LeasedRun(LeasedRecords records, Lease lease, Instant expiresAt) {
        this(records, lease, expiresAt, null);
    }

    /** @param steps makes the object for the steps of this run, when it is first asked for; null if the store keeps none */
    public LeasedRun(LeasedRecords records, Lease lease, Instant expiresAt, @Nullable Supplier<RunSteps> steps) {
        this.records = records;
        this.lease = lease;
        this.expiresAt = expiresAt;
        this.keeping = steps;
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
    public synchronized RunSteps steps() {
        RunSteps made = steps;
        if (made == null) {
            made = keeping == null ? GrantedRun.super.steps() : keeping.get();
            steps = made;
        }
        return made;
    }

    @Override
    public String toString() {
        return "LeasedRun[" + lease.id() + ", token " + lease.token() + "]";
    }
}
