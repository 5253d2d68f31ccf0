package dev.idempotency.core.store;

/** What becomes of records, other than what every request is told. */
public enum RecordEvent {
    /** A run was lost: its lease ran out and its outcome is unknown. */
    LAPSED,
    /** A run was lost, and the next request runs in its place. */
    TAKEN_OVER,
    /** A run came to its end after its record had gone to somebody else. */
    CAME_TOO_LATE,
    /** A run ended, and nobody can tell whether it had its effect. */
    ENDED_UNKNOWN,
    /** An operator lets the reconcilers begin again. */
    REQUEUED,
    /** It was found out or decided that a run had its effect. */
    FOUND_EXECUTED,
    /** It was found out or decided that a run had no effect. */
    FOUND_NOT_EXECUTED,
    /** Nobody could find out: an operator must decide. */
    GIVEN_UP,
    /** A record was ended because its time was over. */
    REAPED
}
