package dev.idempotency.core.record;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an operator may see of a record: everything but the answer.
 *
 * @param run the number of the run, which a decision about it must name
 * @param code of the answer, if completed
 * @param attempts how many attempts at reconciliation there were, if unknown
 * @param nextAttempt when the next attempt is due; null if there will be none
 * @param readable false if this version cannot read all of the record; it then neither answers requests from it nor
 *     reconciles it
 */
public record RecordSummary(
        RecordId id,
        String operation,
        State state,
        long run,
        Instant leaseUntil,
        @Nullable Integer code,
        @Nullable String error,
        int attempts,
        @Nullable Instant nextAttempt,
        Instant createdAt,
        @Nullable Instant finishedAt,
        Instant expiresAt,
        boolean readable) {

    /** The summary of a record that could be read. */
    public static RecordSummary of(IdempotencyRecord record) {
        RecordedAnswer response = record.response();
        ReconcileSchedule reconciliation = record.reconciliation();
        return new RecordSummary(
                record.id(),
                record.operation(),
                record.state(),
                record.hold().token(),
                record.hold().until(),
                response == null ? null : response.code(),
                record.lastError(),
                reconciliation == null ? 0 : reconciliation.attempts(),
                reconciliation == null ? null : reconciliation.next(),
                record.lifetime().createdAt(),
                record.lifetime().finishedAt(),
                record.lifetime().expiresAt(),
                true);
    }
}
