package dev.idempotency.spring.internal.web.response;

/** When something of an answer may reach the client. */
public enum Release {
    /** A stream and a large body as they are written; everything else once it is recorded. */
    WHEN_STREAMED,
    /** Nothing before the whole answer is released: the work behind it could still be undone. */
    WHEN_COMMITTED
}
