package dev.idempotency.core.step;

/** How far a step has come. */
public enum StepState {
    /** Its effect has been asked for; it may have happened or not. */
    STARTED,
    /** It is done, and no later run of the key does it again. */
    DONE
}
