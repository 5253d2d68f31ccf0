package dev.idempotency.jdbc;

import java.util.Optional;

/**
 * What became of a write.
 *
 * @param isDone whether it has changed anything
 * @param grant of a record that was made
 */
record Written(boolean isDone, Optional<Grant> grant) {

    static Written of(Optional<Grant> grant) {
        return new Written(grant.isPresent(), grant);
    }
}
