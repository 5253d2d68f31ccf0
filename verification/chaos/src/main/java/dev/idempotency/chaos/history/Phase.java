package dev.idempotency.chaos.history;

/** The parts of a run. */
public enum Phase {
    /** Requests and faults. */
    LOAD,
    /** No more faults and no new keys; what is pending is retried. */
    HEAL,
    /** Every key is asked for once more, and must answer for good. */
    FINAL,
    /** Nothing is sent any more; what is left over is counted. */
    END
}
