package dev.idempotency.core.store;

/**
 * What becomes of a run whose lease has run out.
 *
 * <p>Each reservation chooses it, and the record keeps it. If the lost run and the next request chose differently, as
 * they may while an application is being upgraded, the outcome is unknown.
 */
public enum OnLapsedLease {
    /** The outcome is unknown, and no retry runs until it has been reconciled. */
    UNKNOWN,
    /**
     * The next request runs; until it arrives, the record stays as it is. The work may be done more than once, but
     * never concurrently by two holders that are both aware of it: one of them may be a paused process.
     */
    TAKE_OVER
}
