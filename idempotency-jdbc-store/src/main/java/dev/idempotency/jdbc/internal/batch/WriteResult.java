package dev.idempotency.jdbc.internal.batch;

import java.util.Optional;

/**
 * What became of a write.
 *
 * @param isDone whether it has changed anything
 * @param grant of a record that was made
 */
public record WriteResult(boolean isDone, Optional<Grant> grant) {

    public static WriteResult of(Optional<Grant> grant) {
        return new WriteResult(grant.isPresent(), grant);
    }
}
