package dev.idempotency.core.record;

import java.time.Instant;
import java.util.Objects;

/**
 * The owner of the current or last run of a record, and the time until which its lease lasts.
 *
 * @param until by the store's clock; stays as it is when the run ends
 * @param mayBeTakenOver whether the next request may run the work again if the holder is lost, without reconciliation
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
