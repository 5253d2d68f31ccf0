package dev.idempotency.spring.internal.web.request;

import java.io.Serial;

/** The request's body is larger than what is kept in memory. */
public final class BodyTooLargeException extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    BodyTooLargeException(int limit) {
        super("The body has more than " + limit + " bytes", null, false, false);
    }
}
