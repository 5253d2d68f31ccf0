package dev.idempotency.spring;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** The application cannot start with its current set-up. Says what is wrong, and what to do about it. */
public final class IdempotencyConfigurationException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final String action;

    public IdempotencyConfigurationException(String description, String action) {
        this(description, action, null);
    }

    public IdempotencyConfigurationException(String description, String action, @Nullable Throwable cause) {
        super(description, cause);
        this.action = action;
    }

    /** What a developer can do so that it starts. */
    public String action() {
        return action;
    }
}
