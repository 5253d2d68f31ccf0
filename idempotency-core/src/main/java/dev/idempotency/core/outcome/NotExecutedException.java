package dev.idempotency.core.outcome;

import java.io.Serial;

/**
 * Thrown by a handler that knows that its work has not happened and will not happen. The next retry runs, whatever the
 * cause is and whatever answer an exception handler makes of it. It also counts as the cause of another exception.
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
