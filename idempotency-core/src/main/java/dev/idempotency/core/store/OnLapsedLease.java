package dev.idempotency.core.store;

/**
 * What becomes of a run whose lease has run out.
 *
 * <p>Each reservation chooses it, and the record keeps it. If one of the lost run and the next request chose
 * {@link #UNKNOWN} and the other did not, as may be while an application is being upgraded, the outcome is unknown.
 */
public enum OnLapsedLease {
    /** The outcome is unknown, and no retry runs until it has been reconciled. */
    UNKNOWN,
    /**
     * The next request runs; until it arrives, the record stays as it is. The work may be done more than once, but
     * never concurrently by two holders that are both aware of it: one of them may be a paused process.
     */
    TAKE_OVER,
    /**
     * The next request runs and goes on after the {@linkplain dev.idempotency.core.step.RunSteps steps} that the lost run had
     * finished; until it arrives, the record stays as it is, or becomes unknown when nobody comes for long.
     */
    RESUME
}
