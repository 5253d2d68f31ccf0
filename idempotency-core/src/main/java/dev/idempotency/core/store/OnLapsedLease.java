package dev.idempotency.core.store;

/**
 * What becomes of work whose holder is gone without a word.
 *
 * <p>It is chosen with each reservation and kept with the record. Where the lost run and the request that meets it chose
 * differently, as they may while an application is being upgraded, the outcome is unknown.
 */
public enum OnLapsedLease {
    /** The outcome is unknown, and nobody runs until it has been reconciled. */
    UNKNOWN,
    /**
     * The next request runs; until one comes, the record stays as it is. The work may be done more than once, though never at the same time by two that know of it.
     */
    TAKE_OVER
}
