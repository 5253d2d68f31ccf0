package dev.idempotency.core.outcome;

import java.io.Serial;

/**
 * Thrown by a handler that knows: certainly nothing has happened, and nothing will any more. The next retry runs, whatever
 * the cause and whatever answer an exception handler makes of it. Counts as well when it is the cause of another exception.
 */
public class NotExecutedException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    public NotExecutedException(String message) {
        super(message);
    }

    public NotExecutedException(String message, Throwable cause) {
        super(message, cause);
    }
}
