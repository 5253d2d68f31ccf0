package dev.idempotency.core.operate;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Reconciliation;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedResponse;
import dev.idempotency.core.record.State;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an operator may see of a record: everything but what was answered.
 *
 * @param run the number of the run, to name when deciding about it
 * @param status of the answer, if completed
 * @param attempts how often somebody tried to find out about it, if unknown
 * @param nextAttempt when somebody tries again; null when nobody does
 */
public record RecordFacts(
        RecordId id,
        String operation,
        State state,
        long run,
        Instant leaseUntil,
        @Nullable Integer status,
        @Nullable String error,
        int attempts,
        @Nullable Instant nextAttempt,
        Instant createdAt,
        @Nullable Instant finishedAt,
        Instant expiresAt) {

    static RecordFacts of(IdempotencyRecord record) {
        RecordedResponse response = record.response();
        Reconciliation reconciliation = record.reconciliation();
        return new RecordFacts(
                record.id(),
                record.operation(),
                record.state(),
                record.hold().token(),
                record.hold().until(),
                response == null ? null : response.status(),
                record.lastError(),
                reconciliation == null ? 0 : reconciliation.attempts(),
                reconciliation == null ? null : reconciliation.next(),
                record.lifetime().createdAt(),
                record.lifetime().finishedAt(),
                record.lifetime().expiresAt());
    }
}
