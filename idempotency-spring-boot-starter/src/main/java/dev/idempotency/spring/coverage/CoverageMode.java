package dev.idempotency.spring.coverage;

/** What happens when the application starts and a mapping that changes state is neither protected nor allowed to be without. */
public enum CoverageMode {
    /** It is listed. */
    OFF,
    /** It is warned of. */
    WARN,
    /** The application does not start. */
    FAIL
}
