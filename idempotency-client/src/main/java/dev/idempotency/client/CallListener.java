package dev.idempotency.client;

import java.util.Locale;

/** Is told of every attempt and of every call that is given up; for metrics. It must be quick and must not throw. */
public interface CallListener {

    /** Hears nothing. */
    CallListener NONE = new CallListener() {};

    /** An attempt has ended. */
    default void attempted(String hostAlias, Outcome outcome) {}

    /** A call ended with an answer or failure that would have been worth another attempt. */
    default void gaveUp(String hostAlias, Reason reason) {}

    /** How an attempt ended. */
    enum Outcome {
        /** The answer is final: done, or refused for good. */
        ANSWERED,
        /** The answer asks for another attempt. */
        RETRYABLE,
        /** There was no answer, or not all of it, and another attempt can help. */
        FAILED,
        /** There was no answer, and another attempt cannot help. */
        BROKEN;

        /** For tags of metrics. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Why there was no further attempt. */
    enum Reason {
        /** There were as many as allowed. */
        ATTEMPTS,
        /** The next one would have begun after the budget was used up. */
        BUDGET,
        /** The server asked for a longer pause than allowed. */
        WAIT_TOO_LONG,
        /** By then the server would have forgotten the key, and would have done the work again. */
        EXPIRED,
        /** The body could be sent only once. */
        BODY,
        /** The thread was interrupted. */
        INTERRUPTED;

        /** For tags of metrics. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
