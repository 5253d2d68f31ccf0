package dev.idempotency.spring;

/** What happens to requests with a key whose caller is not authenticated. */
public enum OnAnonymous {
    /** All such callers share one scope: a caller who guesses another caller's key and request gets the answer. */
    SHARE,
    /** 401. */
    REFUSE
}
