package dev.idempotency.core.atrest;

/** A stored answer cannot be read: its bytes were changed or moved, or the key that encrypted it is missing. */
public final class UnreadableResponseException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message the reason, without anything of the answer */
    public UnreadableResponseException(String message) {
        super(message);
    }

    /** @param message the reason, without anything of the answer */
    public UnreadableResponseException(String message, Throwable cause) {
        super(message, cause);
    }
}
