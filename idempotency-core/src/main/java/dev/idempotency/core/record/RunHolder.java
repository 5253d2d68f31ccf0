package dev.idempotency.core.record;

import java.time.Instant;
import java.util.Objects;

/**
 * Who has, or last had, the right to run a request, and until when.
 *
 * @param until by the store's clock; stays as it is when the run ends
 * @param mayBeTakenOver whether, if the holder is lost, the work may be run again without anybody finding out first
 */
public record RunHolder(long token, String owner, Instant until, boolean mayBeTakenOver) {

    public RunHolder {
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(until, "until");
        if (token < 1) {
            throw new IllegalArgumentException("Token must be positive, not " + token);
        }
    }
}
