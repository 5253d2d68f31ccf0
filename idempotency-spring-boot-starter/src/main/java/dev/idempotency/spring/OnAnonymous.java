package dev.idempotency.spring;

/** What a caller gets who is not authenticated. */
public enum OnAnonymous {
    /** All of them share one scope: whoever guesses another's key and request sees the answer. */
    SHARE,
    /** 401. */
    REFUSE
}
