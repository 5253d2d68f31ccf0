package dev.idempotency.core.atrest;

/** What was stored for an answer cannot be read: it was changed or moved, or the key it was encrypted by is not there. */
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
