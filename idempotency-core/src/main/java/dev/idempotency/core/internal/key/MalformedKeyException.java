package dev.idempotency.core.internal.key;

import java.io.Serial;

/** Leaves the reading of a key at its first error. It never leaves this package, and costs no stack trace. */
final class MalformedKeyException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    private final KeyRefusal.Kind kind;

    MalformedKeyException(KeyRefusal.Kind kind) {
        super(kind.name(), null, false, false);
        this.kind = kind;
    }

    KeyRefusal.Kind kind() {
        return kind;
    }
}
