package dev.idempotency.queues;

/** Where a process is killed. */
enum Stop {
    /** The work has written its row, and nothing is committed. */
    IN_WORK,
    /** The call has returned, and a transaction that it has joined is still open. */
    AFTER_CALL,
    /** All is committed but that the queue knows of it. */
    AFTER_COMMIT,
    /** Never: the process goes on. */
    NOWHERE
}
