package dev.idempotency.spring.internal.actuate;

import java.io.Serial;

/** What the operator sent cannot be meant. The message is for the operator and repeats nothing of it. */
final class BadRequestException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    BadRequestException(String message) {
        super(message);
    }
}
