package dev.idempotency.chaos.history;

/** The states of a record as an outsider sees them in the table. Says on its own what the product's state machine allows. */
public enum RecordState {
    ABSENT,
    IN_PROGRESS,
    COMPLETED,
    FAILED_RETRYABLE,
    UNKNOWN,
    EXPIRED;

    /** Whether age may end a record in this state. */
    public boolean isSettled() {
        return this != IN_PROGRESS && this != UNKNOWN;
    }
}
