package dev.idempotency.core.reconcile;

import dev.idempotency.core.downstream.DownstreamKeys;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.ReconcileSchedule;
import dev.idempotency.core.record.RecordId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The facts about a run whose outcome is unknown.
 *
 * @param id whose request it was, and its key
 * @param operation what was asked for, such as {@code POST /payments}
 * @param error a short code of why the outcome is unknown
 * @param attempts how many attempts to find out there were before
 * @param reservedAt when the run was allowed to begin, by the store's clock
 * @param downstream the keys that the run passed on to others
 */
public record UnknownRun(
        RecordId id,
        String operation,
        @Nullable String error,
        int attempts,
        Instant reservedAt,
        DownstreamKeys downstream) {

    public static UnknownRun of(IdempotencyRecord record) {
        ReconcileSchedule reconciliation = record.reconciliation();
        return new UnknownRun(
                record.id(),
                record.operation(),
                record.lastError(),
                reconciliation == null ? 0 : reconciliation.attempts(),
                record.lifetime().createdAt(),
                new DownstreamKeys(record.id(), record.fingerprint()));
    }
}
