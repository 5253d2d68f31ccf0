package dev.idempotency.spring;

/** What a request gets when the store cannot be reached before any work was done. */
public enum OnStoreFailure {
    /** 503. Nothing runs without a reservation. */
    REJECT,
    /** The request runs without protection: a retry may do its work again. */
    PROCEED
}
