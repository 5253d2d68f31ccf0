package dev.idempotency.chaos.client;

/** The point of an exchange at which a client leaves. */
public enum Departure {
    /** It waits for its answer. */
    NONE,
    /** When a part of the request is sent. */
    WHILE_SENDING,
    /** At some moment after the request is sent whole. */
    AFTER_SENDING,
    /** When the handler is at work. */
    WHILE_RUNNING,
    /** When the first bytes of the answer are there. */
    WHILE_ANSWERED
}
