package dev.idempotency.core.outcome;

import java.io.Serial;

/**
 * Thrown by a handler that cannot know whether its work has happened. No retry runs until the outcome has been
 * reconciled, whatever answer an exception handler makes of it. It also counts as the cause of another exception.
 */
public class OutcomeUnknownException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    public OutcomeUnknownException(String message) {
        super(message);
    }

    public OutcomeUnknownException(String message, Throwable cause) {
        super(message, cause);
    }
}
