package dev.idempotency.core.engine;

import dev.idempotency.core.record.Lease;

/** A lease of a run on this node, and the time from which on it certainly lasts. */
final class TrackedLease {

    private final Lease lease;
    private final long since;
    private volatile long certainSince;

    /**
     * @param askedAtNanos of {@link System#nanoTime}, before the store was asked for the lease: it lasts at least its length from
     *     here
     */
    TrackedLease(Lease lease, long askedAtNanos) {
        this.lease = lease;
        this.since = askedAtNanos;
        this.certainSince = askedAtNanos;
    }

    Lease lease() {
        return lease;
    }

    /** The age of the run in nanoseconds. */
    long length() {
        return System.nanoTime() - since;
    }

    /** Whether no other node can have taken the record yet, even if the store cannot be reached. */
    boolean isCertain() {
        return age() < lease.length().toNanos();
    }

    /** Whether the lease should be renewed: a third of it is over, which leaves time for two failed attempts. */
    boolean isDue() {
        return age() >= lease.length().toNanos() / 3;
    }

    void renewed(long askedAtNanos) {
        certainSince = askedAtNanos;
    }

    private long age() {
        return System.nanoTime() - certainSince;
    }
}
