package dev.idempotency.spring;

/** How the work and its record are kept together. */
public enum Mode {
    /**
     * The key is reserved before the handler runs, and its answer is recorded afterwards. No connection is held in
     * between. Right if the handler calls another system. If the process dies in between, the outcome is unknown, and
     * no retry runs until it has been reconciled.
     */
    LEASE,
    /**
     * The handler's writes and the record of its answer are one transaction: they live or die together. Right if the
     * handler writes to the database that holds the records, and to nothing else.
     */
    TRANSACTIONAL
}
