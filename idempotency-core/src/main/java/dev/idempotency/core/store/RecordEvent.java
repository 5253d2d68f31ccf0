package dev.idempotency.core.store;

/** Changes of records that no request's own answer tells of. */
public enum RecordEvent {
    /** A run was lost: its lease ran out and its outcome is unknown. */
    LAPSED,
    /** A run was lost, and the next request runs in its place. */
    TAKEN_OVER,
    /** A run was lost, and the next request goes on after the steps that it had finished. */
    RESUMED,
    /** A run was lost after it had finished steps, and no request came to go on with it: its outcome is unknown. */
    ABANDONED,
    /** A run ended after it had lost its record to another run or to a decision. */
    CAME_TOO_LATE,
    /** A run ended with an unknown outcome. */
    ENDED_UNKNOWN,
    /** An operator lets the reconcilers begin again. */
    REQUEUED,
    /** A reconciler or an operator settled that a run had its effect. */
    FOUND_EXECUTED,
    /** A reconciler or an operator settled that a run had no effect. */
    FOUND_NOT_EXECUTED,
    /** A record became a dead letter: an operator must decide. */
    GIVEN_UP,
    /** A record was reaped because its retention was over. */
    REAPED
}
