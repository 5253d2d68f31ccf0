package dev.idempotency.spring.internal.actuate;

import java.io.Serial;

/**
 * The operator sent a request that makes no sense. The message is for the operator and repeats nothing of the
 * request.
 */
final class BadRequestException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    BadRequestException(String message) {
        super(message);
    }
}
