package dev.idempotency.core.step;

/** What a step does. */
public enum StepKind {
    /** It writes to the application's database; its record is committed together with what it writes. */
    LOCAL,
    /** It has one effect outside of the application's database. */
    EXTERNAL
}
