package dev.idempotency.test;

import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.Header;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How a run ends, and what the next request gets. */
public interface OutcomeContract extends StoreUnderTest {

    @Test
    default void a_completed_request_is_replayed_byte_for_byte() {
        byte[] body = new byte[100_000];
        new Random(7).nextBytes(body);
        RecordedAnswer answer = RecordedAnswer.of(
                422,
                List.of(
                        new Header("Content-Type", "text/plain;charset=UTF-8"),
                        new Header("Link", "</a>; rel=\"x\""),
                        new Header("Link", "</b>; rel=\"y: z\""),
                        new Header("ETag", "")),
                body);

        assertReplayed("binary", answer);
    }

    @Test
    default void an_empty_body_is_replayed_as_an_empty_body() {
        assertReplayed("empty", RecordedAnswer.of(204, List.of(), new byte[0]));
    }

    private void assertReplayed(String key, RecordedAnswer answer) {
        ReservationRequest request = request(key);
        Reservation.Granted granted = (Reservation.Granted) store().reserve(request);

        assertThat(granted.run().complete(answer)).isTrue();

        assertThat(store().reserve(retry(request)))
                .isEqualTo(new Reservation.Replay(answer, granted.run().expiresAt()));
        assertThat(store().look(retry(request)))
                .contains(new Reservation.Replay(answer, granted.run().expiresAt()));
        IdempotencyRecord record = store().find(request.id()).orElseThrow();
        assertThat(record.state()).isEqualTo(State.COMPLETED);
        assertThat(record.lifetime().finishedAt()).isNotNull();
    }

    @Test
    default void an_answer_that_was_not_kept_is_finished_all_the_same() {
        ReservationRequest request = request("streamed");
        Reservation.Granted granted = (Reservation.Granted) store().reserve(request);

        granted.run().complete(RecordedAnswer.withoutBody(200, List.of()));

        assertThat(store().reserve(retry(request)))
                .isEqualTo(
                        new Reservation.ResponseUnavailable(200, granted.run().expiresAt()));
    }

    @Test
    default void an_answer_written_by_a_newer_version_is_not_replayed() {
        ReservationRequest request = request("newer");
        Reservation.Granted granted = (Reservation.Granted) store().reserve(request);
        int newer = RecordedAnswer.SCHEMA_VERSION + 1;

        granted.run().complete(RecordedAnswer.stored(newer, 201, List.of(), new byte[] {1}));

        assertThat(store().reserve(retry(request)))
                .isEqualTo(
                        new Reservation.ResponseUnavailable(201, granted.run().expiresAt()));
    }

    @Test
    default void completing_again_after_a_lost_answer_changes_nothing_and_succeeds() {
        ReservationRequest request = request("completed-twice");
        GrantedRun run = granted(store(), request);

        assertThat(run.complete(response("first"))).isTrue();
        assertThat(run.complete(response("second"))).isTrue();

        assertReplayOf(request, response("first"));
    }

    @Test
    default void failing_or_giving_up_again_after_a_lost_answer_succeeds() {
        GrantedRun failed = granted(store(), request("failed-twice"));
        GrantedRun unknown = granted(store(), request("unknown-twice"));

        assertThat(failed.fail("error")).isTrue();
        assertThat(failed.fail("error")).isTrue();
        assertThat(unknown.markUnknown("error")).isTrue();
        assertThat(unknown.markUnknown("error")).isTrue();
    }

    @Test
    default void a_run_that_has_ended_cannot_end_in_another_way() {
        ReservationRequest completed = request("end-completed");
        GrantedRun run = granted(store(), completed);
        run.complete(response("done"));
        GrantedRun failed = granted(store(), request("end-failed"));
        failed.fail("error");
        GrantedRun unknown = granted(store(), request("end-unknown"));
        unknown.markUnknown("error");

        assertThat(run.fail("error")).isFalse();
        assertThat(run.markUnknown("error")).isFalse();
        assertThat(failed.complete(response("late"))).isFalse();
        assertThat(failed.markUnknown("error")).isFalse();
        assertThat(unknown.complete(response("late"))).isFalse();
        assertThat(unknown.fail("error")).isFalse();
        assertReplayOf(completed, response("done"));
    }

    @Test
    default void nothing_ends_a_run_whose_record_is_gone() {
        ReservationRequest request = request("gone");
        GrantedRun run = granted(store(), request);
        run.complete(response("done"));
        store().evict(request.id(), Requests.BY_HAND);

        assertThat(run.complete(response("forged"))).isFalse();
        assertThat(run.fail("error")).isFalse();
        assertThat(run.markUnknown("error")).isFalse();
        assertThat(store().find(request.id())).isEmpty();
    }

    @Test
    default void after_a_failure_without_effect_the_next_request_runs_under_a_larger_token() {
        ReservationRequest request = request("failed");
        GrantedRun first = granted(store(), request);

        assertThat(first.fail("Boom")).isTrue();

        IdempotencyRecord record = store().find(request.id()).orElseThrow();
        assertThat(record.state()).isEqualTo(State.FAILED_RETRYABLE);
        assertThat(record.lastError()).isEqualTo("Boom");
        GrantedRun second = granted(store(), retry(request));
        assertThat(second.lease().token()).isGreaterThan(first.lease().token());
        assertThat(store().find(request.id()).orElseThrow().state()).isEqualTo(State.IN_PROGRESS);
    }

    @Test
    default void a_late_owner_never_overwrites_its_successor() {
        ReservationRequest request = request("late");
        GrantedRun first = granted(store(), request);
        first.fail("error");
        GrantedRun second = granted(store(), retry(request));

        assertThat(first.complete(response("late"))).isFalse();
        assertThat(first.fail("late")).isFalse();
        assertThat(first.markUnknown("late")).isFalse();

        assertThat(second.complete(response("right"))).isTrue();
        assertReplayOf(request, response("right"));
    }

    @Test
    default void no_retry_runs_while_the_outcome_is_unknown() {
        ReservationRequest request = request("unknown");
        GrantedRun run = granted(store(), request);

        assertThat(run.markUnknown("Timeout")).isTrue();

        assertThat(store().reserve(retry(request))).isInstanceOf(Reservation.OutcomeUnknown.class);
        assertThat(store().reserve(Requests.takeOver(request))).isInstanceOf(Reservation.OutcomeUnknown.class);
        IdempotencyRecord record = store().find(request.id()).orElseThrow();
        assertThat(record.state()).isEqualTo(State.UNKNOWN);
        assertThat(record.lastError()).isEqualTo("Timeout");
        assertThat(record.hold().token()).isEqualTo(run.lease().token());
    }

    private void assertReplayOf(ReservationRequest request, RecordedAnswer answer) {
        assertThat(store().reserve(retry(request)))
                .isInstanceOfSatisfying(
                        Reservation.Replay.class,
                        replay -> assertThat(replay.response()).isEqualTo(answer));
    }
}
