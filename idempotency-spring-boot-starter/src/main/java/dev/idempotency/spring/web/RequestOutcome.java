package dev.idempotency.spring.web;

/** What became of a request to a protected endpoint. A small, fixed set, fit for metrics. */
public enum RequestOutcome {
    /** It ran, and its answer was recorded as far as it is to be. */
    EXECUTED,
    /** It ran and threw. */
    FAILED,
    /** It ran and has been answered, but the store could not record it. */
    UNRECORDED,
    /** It ran, and was answered by a problem: its lease was lost, or its outcome is unknown. */
    WITHHELD,
    /** It got the answer of the first request. */
    REPLAYED,
    IN_PROGRESS,
    REUSED,
    OUTCOME_UNKNOWN,
    RESPONSE_UNAVAILABLE,
    REPLAY_FORBIDDEN,
    KEY_MISSING,
    KEY_INVALID,
    CALLER_UNKNOWN,
    TOO_LARGE,
    /** The bodies of other requests left no room for its own. */
    BODY_MEMORY_FULL,
    QUOTA_EXCEEDED,
    /** It did not say what it is about. */
    ENTITY_MISSING,
    /** Another request about the same thing is running, or its outcome is not known. */
    ENTITY_LOCKED,
    /** What it asked for was done under another key. */
    ACTION_DONE,
    /** What it asked for was done with other content. */
    ACTION_CONFLICT,
    STORE_UNAVAILABLE,
    /** Something failed before it could be reserved: it could not be read to its end, or an extension threw. */
    ABORTED,
    /** It ran without a key, where none is required. */
    WITHOUT_KEY,
    /** It ran without protection, because the store could not be reached. */
    UNPROTECTED
}
