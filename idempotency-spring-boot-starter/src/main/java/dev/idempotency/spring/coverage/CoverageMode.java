package dev.idempotency.spring.coverage;

/** What happens at start-up if a mapping that changes state is neither protected nor exempt. */
public enum CoverageMode {
    /** The mapping is named at level INFO. */
    OFF,
    /** The mapping is named at level WARN. */
    WARN,
    /** The application does not start. */
    FAIL
}
