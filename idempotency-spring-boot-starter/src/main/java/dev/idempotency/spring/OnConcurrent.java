package dev.idempotency.spring;

/** What a request gets while the first one with its key still runs. */
public enum OnConcurrent {
    /** 409 at once, with a time after which to ask again. */
    REJECT,
    /** The first one's answer if it comes within a bounded time, otherwise 409. */
    WAIT
}
