package dev.idempotency.test;

import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.ReconcileSchedule;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Resolution;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How an unknown outcome is asked after and decided. */
public interface ReconciliationContract extends StoreUnderTest {

    Duration CLAIM = Duration.ofMinutes(1);

    private GrantedRun unknown(ReservationRequest request) {
        GrantedRun run = granted(store(), request);
        run.markUnknown("Timeout");
        return run;
    }

    private boolean decide(GrantedRun run, Resolution resolution) {
        return store().resolve(run.lease().id(), run.lease().token(), resolution, Optional.empty());
    }

    @Test
    default void an_outcome_found_to_be_done_is_replayed_for_a_whole_retention() {
        ReservationRequest request = request("found-done");
        GrantedRun run = unknown(request);
        letTimePass(RETENTION.multipliedBy(2));

        assertThat(decide(run, new Resolution.Completed(response("true answer"), RETENTION)))
                .isTrue();

        letTimePass(RETENTION.minusMinutes(1));
        assertThat(store().reserve(retry(request)))
                .isInstanceOfSatisfying(
                        Reservation.Replay.class,
                        replay -> assertThat(replay.response()).isEqualTo(response("true answer")));
    }

    @Test
    default void an_outcome_found_not_to_have_happened_lets_the_next_request_run() {
        ReservationRequest request = request("found-undone");
        GrantedRun first = unknown(request);

        assertThat(decide(first, new Resolution.NotExecuted(RETENTION))).isTrue();

        assertThat(store().find(request.id()).orElseThrow().state()).isEqualTo(State.FAILED_RETRYABLE);
        assertThat(granted(store(), retry(request)).lease().token())
                .isGreaterThan(first.lease().token());
    }

    @Test
    default void an_outcome_nobody_could_find_out_is_asked_after_again_later() {
        ReservationRequest request = request("found-nothing");
        GrantedRun run = unknown(request);
        Duration pause = Duration.ofMinutes(5);

        assertThat(decide(run, new Resolution.StillUnknown(Optional.of(pause)))).isTrue();

        assertThat(store().claimUnknown(10, CLAIM)).isEmpty();
        assertThat(store().reserve(retry(request)))
                .isInstanceOfSatisfying(
                        Reservation.OutcomeUnknown.class,
                        unknown -> assertThat(unknown.retryAfter()).isBetween(pause.minusMinutes(1), pause));
        letTimePass(pause);
        List<IdempotencyRecord> due = store().claimUnknown(10, CLAIM);
        assertThat(due).extracting(IdempotencyRecord::id).containsExactly(request.id());
        assertThat(due.get(0).reconciliation())
                .extracting(ReconcileSchedule::attempts)
                .isEqualTo(1);
    }

    @Test
    default void a_dead_letter_is_not_asked_after_but_can_still_be_decided() {
        ReservationRequest request = request("dead-letter");
        GrantedRun run = unknown(request);

        decide(run, new Resolution.StillUnknown(Optional.empty()));

        letTimePass(RETENTION);
        assertThat(store().claimUnknown(10, CLAIM)).isEmpty();
        assertThat(store().find(request.id()).orElseThrow().reconciliation())
                .extracting(ReconcileSchedule::isDeadLetter)
                .isEqualTo(true);
        assertThat(store().reserve(retry(request))).isInstanceOf(Reservation.OutcomeUnknown.class);
        assertThat(decide(run, new Resolution.NotExecuted(RETENTION))).isTrue();
    }

    @Test
    default void a_decision_about_a_record_that_is_not_unknown_changes_nothing() {
        ReservationRequest completed = request("decided-completed");
        GrantedRun done = granted(store(), completed);
        done.complete(response("done"));
        GrantedRun running = granted(store(), request("decided-running"));
        Resolution forged = new Resolution.Completed(response("forged"), RETENTION);

        assertThat(decide(done, forged)).isFalse();
        assertThat(decide(running, forged)).isFalse();
        assertThat(decide(running, new Resolution.NotExecuted(RETENTION))).isFalse();
        assertThat(store().resolve(request("decided-absent").id(), 1, forged, Optional.empty()))
                .isFalse();
        assertThat(store().find(running.lease().id()).orElseThrow().state()).isEqualTo(State.IN_PROGRESS);
        assertThat(store().find(completed.id()).orElseThrow().response()).isEqualTo(response("done"));
    }

    @Test
    default void a_decision_about_an_earlier_run_does_not_hit_a_later_one() {
        ReservationRequest request = request("decided-earlier");
        GrantedRun first = unknown(request);
        decide(first, new Resolution.NotExecuted(RETENTION));
        GrantedRun second = granted(store(), retry(request));
        second.markUnknown("Timeout");

        assertThat(decide(first, new Resolution.Completed(response("stale"), RETENTION)))
                .isFalse();
        assertThat(store().find(request.id()).orElseThrow().state()).isEqualTo(State.UNKNOWN);
    }

    @Test
    default void a_decision_about_a_foreign_record_does_not_hit_ones_own() {
        GrantedRun hers = unknown(request("alice", "decided-foreign", "body"));
        RecordId his = request("bob", "decided-foreign", "body").id();
        Resolution forged = new Resolution.Completed(response("forged"), RETENTION);

        assertThat(store().resolve(his, hers.lease().token(), forged, Optional.empty()))
                .isFalse();
        assertThat(store().resolve(his, hers.lease().token(), forged, Optional.of(Requests.BY_HAND)))
                .isFalse();

        assertThat(store().find(hers.lease().id()).orElseThrow().state()).isEqualTo(State.UNKNOWN);
        assertThat(store().find(his)).isEmpty();
        assertThat(store().decisions(his.scope(), 10)).isEmpty();
    }

    @Test
    default void a_repeated_decision_is_refused() {
        ReservationRequest request = request("decided-twice");
        GrantedRun run = unknown(request);
        decide(run, new Resolution.Completed(response("first"), RETENTION));

        assertThat(decide(run, new Resolution.Completed(response("second"), RETENTION)))
                .isFalse();
        assertThat(store().find(request.id()).orElseThrow().response()).isEqualTo(response("first"));
    }

    @Test
    default void unknown_outcomes_are_found_longest_due_first_and_no_more_than_asked_for() {
        for (String key : List.of("due-1", "due-2", "due-3")) {
            unknown(request(key));
            letTimePass(Duration.ofMinutes(1));
        }
        granted(store(), request("due-never"));

        assertThat(store().claimUnknown(2, CLAIM))
                .extracting(record -> record.id().key().value())
                .containsExactly("due-1", "due-2");
        assertThat(store().claimUnknown(10, CLAIM))
                .extracting(record -> record.id().key().value())
                .containsExactly("due-3");
    }

    @Test
    default void a_claimed_record_is_due_again_when_its_claim_is_over() {
        ReservationRequest request = request("claimed");
        unknown(request);
        assertThat(store().claimUnknown(10, CLAIM)).hasSize(1);
        letTimePass(CLAIM.minusSeconds(5));
        assertThat(store().claimUnknown(10, CLAIM)).isEmpty();

        letTimePass(Duration.ofSeconds(5));

        assertThat(store().claimUnknown(10, CLAIM))
                .singleElement()
                .satisfies(record -> assertThat(record.reconciliation())
                        .extracting(ReconcileSchedule::attempts)
                        .isEqualTo(0));
    }

    @Test
    default void a_claim_does_not_stand_in_the_way_of_a_decision() {
        ReservationRequest request = request("claimed-decided");
        GrantedRun run = unknown(request);
        store().claimUnknown(10, CLAIM);

        assertThat(decide(run, new Resolution.NotExecuted(RETENTION))).isTrue();
    }

    @Test
    default void a_requeued_dead_letter_is_due_at_once_with_all_its_attempts() {
        ReservationRequest request = request("requeued");
        GrantedRun run = unknown(request);
        decide(run, new Resolution.StillUnknown(Optional.empty()));

        assertThat(decide(run, new Resolution.Requeued())).isTrue();

        assertThat(store().claimUnknown(10, CLAIM))
                .singleElement()
                .satisfies(record -> assertThat(record.reconciliation())
                        .extracting(ReconcileSchedule::attempts)
                        .isEqualTo(0));
    }
}
