package dev.idempotency.spring.internal.web.request;

import java.io.Serial;

/** The bodies of other requests leave no room for this one's. */
public final class BodyMemoryFullException extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    BodyMemoryFullException() {
        super("The bodies of other requests take all the memory that bodies may take", null, false, false);
    }
}
