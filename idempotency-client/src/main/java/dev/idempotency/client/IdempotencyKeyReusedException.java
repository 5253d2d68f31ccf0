package dev.idempotency.client;

import java.io.Serial;

/**
 * The server knows the key, but from another request. Nothing was done, and sending it again would not help: two requests of
 * this client have the same key, which is a fault in how they get their keys.
 */
public final class IdempotencyKeyReusedException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final int status;

    public IdempotencyKeyReusedException(String host, int status) {
        super("The idempotency key of a request to " + host + " belongs to another request (status " + status
                + "): two different requests were given the same key");
        this.status = status;
    }

    /** The status of the answer. */
    public int status() {
        return status;
    }
}
