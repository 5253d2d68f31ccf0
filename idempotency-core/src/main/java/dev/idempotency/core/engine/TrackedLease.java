package dev.idempotency.core.engine;

import dev.idempotency.core.record.Lease;

/** A lease of a run on this node, and since when it is certain to be held. */
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

    /** For how long the run has been going on, in nanoseconds. */
    long length() {
        return System.nanoTime() - since;
    }

    /** Whether nobody else can have the record yet, whatever has become of the store. */
    boolean isCertain() {
        return age() < lease.length().toNanos();
    }

    /** Whether it should be renewed: a third of it is over, so that two attempts may fail. */
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
