package dev.idempotency.core.outcome;

/** What a finished run means for its record. */
public enum Outcome {
    /** The answer is kept, and every retry gets it. */
    STORED,
    /** Certainly nothing happened: the next retry runs. */
    RETRYABLE,
    /** Something may have happened: no retry runs until the outcome has been reconciled. */
    UNKNOWN
}
