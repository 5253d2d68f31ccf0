package dev.idempotency.core.record;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an operator may see of a record: everything but what was answered.
 *
 * @param run the number of the run, to name when deciding about it
 * @param code of the answer, if completed
 * @param attempts how often somebody tried to find out about it, if unknown
 * @param nextAttempt when somebody tries again; null when nobody does
 * @param readable false if this version cannot read all of it, so that it neither answers requests with it nor asks after it
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

    /** Those of a record that was read. */
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
