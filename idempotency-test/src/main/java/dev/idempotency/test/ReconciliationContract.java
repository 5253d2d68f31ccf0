package dev.idempotency.test;

import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.Reconciliation;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Resolution;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How an unknown outcome is decided. */
public interface ReconciliationContract extends StoreUnderTest {

    private Lease unknown(ReservationRequest request) {
        Lease lease = granted(store(), request);
        store().markUnknown(lease, "Timeout");
        return lease;
    }

    @Test
    default void an_outcome_found_to_be_done_is_replayed_for_a_whole_retention() {
        ReservationRequest request = request("found-done");
        Lease lease = unknown(request);
        letTimePass(RETENTION.multipliedBy(2));

        assertThat(store().resolve(
                                request.id(),
                                lease.token(),
                                new Resolution.Completed(response("true answer"), RETENTION)))
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
        Lease first = unknown(request);

        assertThat(store().resolve(request.id(), first.token(), new Resolution.NotExecuted(RETENTION)))
                .isTrue();

        assertThat(store().find(request.id()).orElseThrow().state()).isEqualTo(State.FAILED_RETRYABLE);
        assertThat(granted(store(), retry(request)).token()).isGreaterThan(first.token());
    }

    @Test
    default void an_outcome_nobody_could_find_out_is_asked_after_again_later() {
        ReservationRequest request = request("found-nothing");
        Lease lease = unknown(request);
        Duration pause = Duration.ofMinutes(5);

        assertThat(store().resolve(request.id(), lease.token(), new Resolution.StillUnknown(Optional.of(pause))))
                .isTrue();

        assertThat(store().findUnknown(10)).isEmpty();
        assertThat(store().reserve(retry(request)))
                .isInstanceOfSatisfying(
                        Reservation.OutcomeUnknown.class,
                        unknown -> assertThat(unknown.retryAfter()).isBetween(pause.minusMinutes(1), pause));
        letTimePass(pause);
        List<IdempotencyRecord> due = store().findUnknown(10);
        assertThat(due).extracting(IdempotencyRecord::id).containsExactly(request.id());
        assertThat(due.get(0).reconciliation())
                .extracting(Reconciliation::attempts)
                .isEqualTo(1);
    }

    @Test
    default void a_dead_letter_is_not_asked_after_but_can_still_be_decided() {
        ReservationRequest request = request("dead-letter");
        Lease lease = unknown(request);

        store().resolve(request.id(), lease.token(), new Resolution.StillUnknown(Optional.empty()));

        letTimePass(RETENTION);
        assertThat(store().findUnknown(10)).isEmpty();
        assertThat(store().find(request.id()).orElseThrow().reconciliation())
                .extracting(Reconciliation::isDeadLetter)
                .isEqualTo(true);
        assertThat(store().reserve(retry(request))).isInstanceOf(Reservation.OutcomeUnknown.class);
        assertThat(store().resolve(request.id(), lease.token(), new Resolution.NotExecuted(RETENTION)))
                .isTrue();
    }

    @Test
    default void a_decision_about_a_record_that_is_not_unknown_changes_nothing() {
        ReservationRequest completed = request("decided-completed");
        Lease done = granted(store(), completed);
        store().complete(done, response("done"));
        Lease running = granted(store(), request("decided-running"));
        Resolution forged = new Resolution.Completed(response("forged"), RETENTION);

        assertThat(store().resolve(done.id(), done.token(), forged)).isFalse();
        assertThat(store().resolve(running.id(), running.token(), forged)).isFalse();
        assertThat(store().resolve(running.id(), running.token(), new Resolution.NotExecuted(RETENTION)))
                .isFalse();
        assertThat(store().resolve(request("decided-absent").id(), 1, forged)).isFalse();
        assertThat(store().find(running.id()).orElseThrow().state()).isEqualTo(State.IN_PROGRESS);
        assertThat(store().find(completed.id()).orElseThrow().response()).isEqualTo(response("done"));
    }

    @Test
    default void a_decision_about_an_earlier_run_does_not_hit_a_later_one() {
        ReservationRequest request = request("decided-earlier");
        Lease first = unknown(request);
        store().resolve(request.id(), first.token(), new Resolution.NotExecuted(RETENTION));
        Lease second = granted(store(), retry(request));
        store().markUnknown(second, "Timeout");

        assertThat(store().resolve(request.id(), first.token(), new Resolution.Completed(response("stale"), RETENTION)))
                .isFalse();
        assertThat(store().find(request.id()).orElseThrow().state()).isEqualTo(State.UNKNOWN);
    }

    @Test
    default void a_repeated_decision_is_refused() {
        ReservationRequest request = request("decided-twice");
        Lease lease = unknown(request);
        store().resolve(request.id(), lease.token(), new Resolution.Completed(response("first"), RETENTION));

        assertThat(store().resolve(
                                request.id(), lease.token(), new Resolution.Completed(response("second"), RETENTION)))
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

        assertThat(store().findUnknown(2))
                .extracting(record -> record.id().key().value())
                .containsExactly("due-1", "due-2");
        assertThat(store().findUnknown(10)).hasSize(3);
    }
}
