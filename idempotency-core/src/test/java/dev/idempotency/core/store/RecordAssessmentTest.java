package dev.idempotency.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.record.Records;
import dev.idempotency.core.record.State;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RecordAssessmentTest {

    private static final Instant EXPIRY = Records.NOW.plus(Records.RETENTION);
    private static final Fingerprint OTHER = Fingerprint.of(2, new byte[32]);

    @ParameterizedTest
    @EnumSource(names = {"COMPLETED", "FAILED_RETRYABLE", "EXPIRED"})
    void a_settled_record_past_its_retention_is_as_good_as_none_whatever_it_was_for(State state) {
        assertThat(RecordAssessment.of(Records.in(state), request(OTHER, "node-2"), EXPIRY))
                .isEqualTo(new RecordAssessment.MayRun());
    }

    @ParameterizedTest
    @EnumSource(names = {"IN_PROGRESS", "UNKNOWN"})
    void a_record_that_is_not_settled_does_not_expire(State state) {
        assertThat(RecordAssessment.of(Records.in(state), request(OTHER, "node-2"), EXPIRY))
                .isEqualTo(new RecordAssessment.Answered(new Reservation.Reused()));
    }

    @ParameterizedTest
    @EnumSource
    void the_key_of_another_request_is_reused_in_every_state(State state) {
        assertThat(RecordAssessment.of(Records.in(state), request(OTHER, "node-1"), Records.NOW))
                .isEqualTo(new RecordAssessment.Answered(new Reservation.Reused()));
    }

    @ParameterizedTest
    @EnumSource(names = {"FAILED_RETRYABLE", "EXPIRED"})
    void what_certainly_had_no_effect_or_is_forgotten_may_run(State state) {
        assertThat(RecordAssessment.of(Records.in(state), request(Records.FINGERPRINT, "node-2"), Records.NOW))
                .isEqualTo(new RecordAssessment.MayRun());
    }

    @Test
    void an_owner_whose_reservation_was_answered_by_silence_recognises_its_own() {
        ReservationRequest request = request(Records.FINGERPRINT, "node-1");

        assertThat(RecordAssessment.of(Records.running(), request, Records.NOW.plus(Records.LEASE)))
                .isEqualTo(new RecordAssessment.Own(request.leaseWith(7), EXPIRY));
    }

    @Test
    void a_lapsed_lease_is_taken_over_only_if_both_the_lost_run_and_the_request_wish_so() {
        Instant lapsed = Records.NOW.plus(Records.LEASE);

        assertThat(RecordAssessment.of(Records.mayBeTakenOver(), request(OnLapsedLease.TAKE_OVER), lapsed))
                .isEqualTo(new RecordAssessment.MayRun());
        assertThat(RecordAssessment.of(Records.mayBeTakenOver(), request(OnLapsedLease.UNKNOWN), lapsed))
                .isEqualTo(new RecordAssessment.Lapsed());
        assertThat(RecordAssessment.of(Records.running(), request(OnLapsedLease.TAKE_OVER), lapsed))
                .isEqualTo(new RecordAssessment.Lapsed());
        assertThat(RecordAssessment.of(Records.running(), request(OnLapsedLease.UNKNOWN), lapsed))
                .isEqualTo(new RecordAssessment.Lapsed());
        assertThat(RecordAssessment.of(
                        Records.mayBeTakenOver(), request(OnLapsedLease.TAKE_OVER), lapsed.minusNanos(1)))
                .isEqualTo(new RecordAssessment.Answered(new Reservation.InProgress(Duration.ofNanos(1))));
    }

    @Test
    void a_completed_record_is_replayed_unless_its_answer_was_not_kept() {
        IdempotencyRecord kept = Records.in(State.COMPLETED);
        IdempotencyRecord notKept =
                Records.running().completed(RecordedAnswer.withoutBody(202, List.of()), kept.lifetime());
        ReservationRequest request = request(Records.FINGERPRINT, "node-2");

        assertThat(RecordAssessment.of(kept, request, Records.NOW))
                .isEqualTo(new RecordAssessment.Answered(new Reservation.Replay(Records.RESPONSE, EXPIRY)));
        assertThat(RecordAssessment.of(notKept, request, Records.NOW))
                .isEqualTo(new RecordAssessment.Answered(new Reservation.ResponseUnavailable(202, EXPIRY)));
    }

    @Test
    void an_overdue_reconciliation_is_asked_after_at_once() {
        IdempotencyRecord unknown = Records.running().outcomeUnknown("Timeout", Records.NOW.plusSeconds(9));
        ReservationRequest request = request(Records.FINGERPRINT, "node-2");

        assertThat(RecordAssessment.of(unknown, request, Records.NOW)).isEqualTo(unknownFor(Duration.ofSeconds(9)));
        assertThat(RecordAssessment.of(unknown, request, Records.NOW.plusSeconds(10)))
                .isEqualTo(unknownFor(Duration.ZERO));
        assertThat(RecordAssessment.of(unknown.stillUnknown(null), request, Records.NOW))
                .isEqualTo(unknownFor(Records.LEASE));
    }

    private static RecordAssessment unknownFor(Duration retryAfter) {
        return new RecordAssessment.Answered(new Reservation.OutcomeUnknown(retryAfter));
    }

    private static ReservationRequest request(OnLapsedLease onLapsedLease) {
        return request(Records.FINGERPRINT, "node-2", onLapsedLease);
    }

    private static ReservationRequest request(Fingerprint fingerprint, String owner) {
        return request(fingerprint, owner, OnLapsedLease.UNKNOWN);
    }

    private static ReservationRequest request(Fingerprint fingerprint, String owner, OnLapsedLease onLapsedLease) {
        return new ReservationRequest(
                Records.ID, "POST /orders", fingerprint, owner, Records.LEASE, Records.RETENTION, onLapsedLease);
    }
}
