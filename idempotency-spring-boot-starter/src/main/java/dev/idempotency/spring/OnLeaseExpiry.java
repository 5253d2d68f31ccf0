package dev.idempotency.spring;

/** What becomes of a request whose process went away while it ran. */
public enum OnLeaseExpiry {
    /** Its outcome is unknown: no retry runs until that has been reconciled. */
    UNKNOWN,
    /** The next retry runs it again. Only for work that may safely be done more than once. */
    TAKE_OVER
}
