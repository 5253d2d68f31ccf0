package dev.idempotency.core.store;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** What an existing record means for a request with its key. */
public sealed interface RecordAssessment {

    /** Calls the method that fits. */
    <R> R match(Cases<R> cases);

    /** What to do in each case. */
    interface Cases<R> {

        R answered(Answered answered);

        R own(Own own);

        R mayRun(MayRun mayRun);

        R lapsed(Lapsed lapsed);
    }

    /**
     * The record answers the request as it stands.
     *
     * @param reservation never a grant
     */
    record Answered(Reservation reservation) implements RecordAssessment {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.answered(this);
        }
    }

    /** The request itself holds the record: the reply to its reservation was lost. */
    record Own(Lease lease, Instant expiresAt) implements RecordAssessment {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.own(this);
        }
    }

    /** The request may run if it is the one that takes the record over. */
    record MayRun() implements RecordAssessment {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.mayRun(this);
        }
    }

    /** The lease of the holder has run out: the outcome of its run becomes unknown now. */
    record Lapsed() implements RecordAssessment {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.lapsed(this);
        }
    }

    /**
     * Assesses the record.
     *
     * @param now the time of the store's clock when the record was read
     */
    static RecordAssessment of(IdempotencyRecord record, ReservationRequest request, Instant now) {
        if (record.isExpired(now)) {
            return new MayRun();
        }
        if (!record.fingerprint().equals(request.fingerprint())) {
            return new Answered(new Reservation.Reused());
        }
        return switch (record.state()) {
            case IN_PROGRESS -> ofRunning(record, request, now);
            case COMPLETED -> new Answered(replay(record));
            case FAILED_RETRYABLE, EXPIRED -> new MayRun();
            case UNKNOWN -> new Answered(new Reservation.OutcomeUnknown(untilReconciled(record, request, now)));
        };
    }

    private static RecordAssessment ofRunning(IdempotencyRecord record, ReservationRequest request, Instant now) {
        if (record.hold().owner().equals(request.owner())) {
            return new Own(
                    request.leaseWith(record.hold().token()), record.lifetime().expiresAt());
        }
        if (!record.isLapsed(now)) {
            return new Answered(new Reservation.InProgress(
                    Duration.between(now, record.hold().until())));
        }
        return record.hold().mayBeTakenOver() && request.mayBeTakenOver() ? new MayRun() : new Lapsed();
    }

    private static Reservation replay(IdempotencyRecord record) {
        RecordedAnswer answer = Objects.requireNonNull(record.response(), "A completed record has an answer");
        Instant expiresAt = record.lifetime().expiresAt();
        return answer.isReplayable()
                ? new Reservation.Replay(answer, expiresAt)
                : new Reservation.ResponseUnavailable(answer.code(), expiresAt);
    }

    /** No next attempt is planned for a dead letter: the client is told to ask again after a lease's length. */
    static Duration untilReconciled(IdempotencyRecord record, ReservationRequest request, Instant now) {
        Instant next = Objects.requireNonNull(record.reconciliation(), "An unknown record is reconciled")
                .next();
        if (next == null) {
            return request.lease();
        }
        Duration left = Duration.between(now, next);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
