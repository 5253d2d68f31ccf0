package dev.idempotency.spring;

/** How the work and its record are kept together. */
public enum Mode {
    /**
     * The key is reserved before the handler runs, its answer recorded afterwards. No connection is held in between. Right when
     * the handler calls somebody else. A process that dies in between leaves an unknown outcome, which is never run again by
     * itself.
     */
    LEASE,
    /**
     * The handler's writes and the record of its answer are one transaction: they live or die together. Right when the handler
     * writes to the database that holds the records, and to nothing else.
     */
    TRANSACTIONAL
}
