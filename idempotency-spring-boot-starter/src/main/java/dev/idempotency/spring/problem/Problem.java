package dev.idempotency.spring.problem;

/** The reasons for an answer that is neither the handler's nor a replay, as clients know them. */
public enum Problem {
    KEY_MISSING(
            "idempotency_key_missing",
            400,
            false,
            "Idempotency key missing",
            "This endpoint needs an idempotency key: send one with every request that is new, and the same one again to retry."),
    KEY_INVALID("idempotency_key_invalid", 400, false, "Idempotency key invalid", "The idempotency key is not valid."),
    CALLER_UNKNOWN(
            "idempotency_caller_unknown",
            401,
            false,
            "Caller unknown",
            "Idempotency keys belong to a caller, and this request does not say who sends it."),
    REQUEST_TOO_LARGE(
            "idempotency_request_too_large",
            413,
            false,
            "Request too large",
            "The body is larger than this endpoint takes together with an idempotency key."),
    KEY_REUSED(
            "idempotency_key_reused",
            422,
            false,
            "Idempotency key reused",
            "This idempotency key was used with another request. Send this one with a key of its own."),
    IN_PROGRESS(
            "idempotency_in_progress",
            409,
            true,
            "Request in progress",
            "The first request with this idempotency key is still running. Send the same request again later."),
    OUTCOME_UNKNOWN(
            "idempotency_outcome_unknown",
            409,
            true,
            "Outcome unknown",
            "It is not known yet whether the first request with this idempotency key took effect; it is being found out. "
                    + "Send the same request again later."),
    NOT_EXECUTED(
            "idempotency_not_executed",
            503,
            true,
            "Not executed",
            "The request could not be carried out and had no effect. Send the same request again later."),
    RESPONSE_UNAVAILABLE(
            "idempotency_response_unavailable",
            409,
            false,
            "Response unavailable",
            "The first request with this idempotency key has finished, but its response was not kept or cannot be read."),
    REPLAY_FORBIDDEN(
            "idempotency_replay_forbidden",
            403,
            false,
            "Replay forbidden",
            "The first request with this idempotency key has finished, but you may not see its response any more."),
    STORE_UNAVAILABLE(
            "idempotency_store_unavailable",
            503,
            true,
            "Idempotency store unavailable",
            "The request cannot be protected at the moment. Send the same request again later."),
    QUOTA_EXCEEDED(
            "idempotency_quota_exceeded",
            429,
            true,
            "Too many idempotency keys",
            "Too many idempotency keys are in use. Send the same request again later."),
    ENTITY_MISSING(
            "idempotency_entity_missing",
            400,
            false,
            "Entity missing",
            "This request does not say what it is about in a form that this endpoint takes."),
    ENTITY_LOCKED(
            "idempotency_entity_locked",
            409,
            true,
            "Entity locked",
            "Another request about the same thing is running, or it is not known yet whether it took effect. "
                    + "Send the same request again later."),
    ACTION_DONE(
            "idempotency_action_done",
            409,
            false,
            "Action done",
            "This was done already, under another idempotency key. It is done once, and was not done again."),
    ACTION_CONFLICT(
            "idempotency_action_conflict",
            409,
            false,
            "Action conflict",
            "This was done already, with other content. It is done once, and was not done again.");

    private final String code;
    private final int status;
    private final boolean retryable;
    private final String title;
    private final String detail;

    Problem(String code, int status, boolean retryable, String title, String detail) {
        this.code = code;
        this.status = status;
        this.retryable = retryable;
        this.title = title;
        this.detail = detail;
    }

    /** The stable name for programs. */
    public String code() {
        return code;
    }

    /** The status unless another is configured. */
    public int defaultStatus() {
        return status;
    }

    /** Whether the same request with the same key may succeed later. */
    public boolean isRetryable() {
        return retryable;
    }

    public String title() {
        return title;
    }

    /** One sentence or two for people, unless there is something more exact to say. */
    public String detail() {
        return detail;
    }
}
