package dev.idempotency.core.store;

/** What a request does that meets a record whose holder is gone without a word. */
public enum OnLapsedLease {
    /** The outcome is unknown, and nobody runs until it has been reconciled. */
    UNKNOWN,
    /** The request runs again. The work may be done more than once, though never at the same time by two that know of it. */
    TAKE_OVER
}
