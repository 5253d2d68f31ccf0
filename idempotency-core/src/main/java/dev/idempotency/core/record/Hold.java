package dev.idempotency.core.record;

import java.time.Instant;
import java.util.Objects;

/**
 * Who has, or last had, the right to run a request, and until when.
 *
 * <p>The end is that of the store's clock. It stays as it is when the run ends.
 */
public record Hold(long token, String owner, Instant until) {

    public Hold {
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(until, "until");
        if (token < 1) {
            throw new IllegalArgumentException("Token must be positive, not " + token);
        }
    }
}
