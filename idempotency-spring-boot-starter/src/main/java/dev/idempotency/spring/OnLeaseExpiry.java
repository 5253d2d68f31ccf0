package dev.idempotency.spring;

/** What becomes of a run whose lease has run out. */
public enum OnLeaseExpiry {
    /** Its outcome is unknown: no retry runs until that has been reconciled. */
    UNKNOWN,
    /** The next retry runs it again. Only for work that may safely be done more than once. */
    TAKE_OVER,
    /**
     * The next retry goes on after the last phase that has finished. For handlers in {@link dev.idempotency.spring.phase.Phases
     * phases}, which name them.
     */
    RESUME
}
