package dev.idempotency.spring;

/** What a request gets while the first one with its key still runs. */
public enum OnConcurrent {
    /** 409 at once, with a {@code Retry-After}. */
    REJECT,
    /** The answer of the first request if that finishes within a bounded time, otherwise 409. */
    WAIT
}
