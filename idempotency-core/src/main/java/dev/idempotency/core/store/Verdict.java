package dev.idempotency.core.store;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.RecordedResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** What a record that exists already means for a request with its key. */
public sealed interface Verdict {

    /** Nothing needs to change to answer. */
    record Answer(Reservation reservation) implements Verdict {}

    /** The request may run if it is the one that takes the record over. */
    record TakeOver() implements Verdict {}

    /** The holder is gone: its outcome is unknown from now on. */
    record Lapse() implements Verdict {}

    /**
     * Judges the record.
     *
     * @param now the time of the store's clock at which the record was read
     */
    static Verdict on(IdempotencyRecord record, ReservationRequest request, Instant now) {
        if (record.isExpired(now)) {
            return new TakeOver();
        }
        if (!record.fingerprint().equals(request.fingerprint())) {
            return new Answer(new Reservation.Reused());
        }
        return switch (record.state()) {
            case IN_PROGRESS -> onRunning(record, request, now);
            case COMPLETED -> new Answer(replay(record));
            case FAILED_RETRYABLE, EXPIRED -> new TakeOver();
            case UNKNOWN -> new Answer(new Reservation.OutcomeUnknown(untilReconciled(record, request, now)));
        };
    }

    private static Verdict onRunning(IdempotencyRecord record, ReservationRequest request, Instant now) {
        if (record.hold().owner().equals(request.owner())) {
            return new Answer(new Reservation.Granted(
                    request.leaseWith(record.hold().token()), record.lifetime().expiresAt()));
        }
        if (!record.isLapsed(now)) {
            return new Answer(new Reservation.InProgress(
                    Duration.between(now, record.hold().until())));
        }
        return record.hold().mayBeTakenOver() && request.mayBeTakenOver() ? new TakeOver() : new Lapse();
    }

    private static Reservation replay(IdempotencyRecord record) {
        RecordedResponse response = Objects.requireNonNull(record.response(), "A completed record has a response");
        Instant expiresAt = record.lifetime().expiresAt();
        return response.isReplayable()
                ? new Reservation.Replay(response, expiresAt)
                : new Reservation.ResponseUnavailable(response.status(), expiresAt);
    }

    /** A dead letter waits for an operator: for want of a better guess, the client asks again after a lease's length. */
    private static Duration untilReconciled(IdempotencyRecord record, ReservationRequest request, Instant now) {
        Instant next = Objects.requireNonNull(record.reconciliation(), "An unknown record is reconciled")
                .next();
        if (next == null) {
            return request.lease();
        }
        Duration left = Duration.between(now, next);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
