package dev.idempotency.test;

import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.Header;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedResponse;
import dev.idempotency.core.record.State;
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
        RecordedResponse answer = RecordedResponse.of(
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
        assertReplayed("empty", RecordedResponse.of(204, List.of(), new byte[0]));
    }

    private void assertReplayed(String key, RecordedResponse answer) {
        ReservationRequest request = request(key);
        Reservation.Granted granted = (Reservation.Granted) store().reserve(request);

        assertThat(store().complete(granted.lease(), answer)).isTrue();

        assertThat(store().reserve(retry(request))).isEqualTo(new Reservation.Replay(answer, granted.expiresAt()));
        assertThat(store().look(retry(request))).contains(new Reservation.Replay(answer, granted.expiresAt()));
        IdempotencyRecord record = store().find(request.id()).orElseThrow();
        assertThat(record.state()).isEqualTo(State.COMPLETED);
        assertThat(record.lifetime().finishedAt()).isNotNull();
    }

    @Test
    default void an_answer_that_was_not_kept_is_finished_all_the_same() {
        ReservationRequest request = request("streamed");
        Reservation.Granted granted = (Reservation.Granted) store().reserve(request);

        store().complete(granted.lease(), RecordedResponse.withoutBody(200, List.of()));

        assertThat(store().reserve(retry(request)))
                .isEqualTo(new Reservation.ResponseUnavailable(200, granted.expiresAt()));
    }

    @Test
    default void an_answer_written_by_a_newer_version_is_not_replayed() {
        ReservationRequest request = request("newer");
        Reservation.Granted granted = (Reservation.Granted) store().reserve(request);
        int newer = RecordedResponse.SCHEMA_VERSION + 1;

        store().complete(granted.lease(), RecordedResponse.stored(newer, 201, List.of(), new byte[] {1}));

        assertThat(store().reserve(retry(request)))
                .isEqualTo(new Reservation.ResponseUnavailable(201, granted.expiresAt()));
    }

    @Test
    default void completing_again_after_a_lost_answer_changes_nothing_and_succeeds() {
        ReservationRequest request = request("completed-twice");
        Lease lease = granted(store(), request);

        assertThat(store().complete(lease, response("first"))).isTrue();
        assertThat(store().complete(lease, response("second"))).isTrue();

        assertReplayOf(request, response("first"));
    }

    @Test
    default void failing_or_giving_up_again_after_a_lost_answer_succeeds() {
        Lease failed = granted(store(), request("failed-twice"));
        Lease unknown = granted(store(), request("unknown-twice"));

        assertThat(store().fail(failed, "error")).isTrue();
        assertThat(store().fail(failed, "error")).isTrue();
        assertThat(store().markUnknown(unknown, "error")).isTrue();
        assertThat(store().markUnknown(unknown, "error")).isTrue();
    }

    @Test
    default void a_run_that_has_ended_cannot_end_in_another_way() {
        ReservationRequest completed = request("end-completed");
        Lease lease = granted(store(), completed);
        store().complete(lease, response("done"));
        Lease failed = granted(store(), request("end-failed"));
        store().fail(failed, "error");
        Lease unknown = granted(store(), request("end-unknown"));
        store().markUnknown(unknown, "error");

        assertThat(store().fail(lease, "error")).isFalse();
        assertThat(store().markUnknown(lease, "error")).isFalse();
        assertThat(store().complete(failed, response("late"))).isFalse();
        assertThat(store().markUnknown(failed, "error")).isFalse();
        assertThat(store().complete(unknown, response("late"))).isFalse();
        assertThat(store().fail(unknown, "error")).isFalse();
        assertReplayOf(completed, response("done"));
    }

    @Test
    default void nothing_ends_a_run_that_never_began() {
        Lease invented = request("invented").leaseWith(1);

        assertThat(store().complete(invented, response("forged"))).isFalse();
        assertThat(store().fail(invented, "error")).isFalse();
        assertThat(store().markUnknown(invented, "error")).isFalse();
        assertThat(store().find(invented.id())).isEmpty();
    }

    @Test
    default void after_a_failure_without_effect_the_next_request_runs_under_a_larger_token() {
        ReservationRequest request = request("failed");
        Lease first = granted(store(), request);

        assertThat(store().fail(first, "Boom")).isTrue();

        IdempotencyRecord record = store().find(request.id()).orElseThrow();
        assertThat(record.state()).isEqualTo(State.FAILED_RETRYABLE);
        assertThat(record.lastError()).isEqualTo("Boom");
        Lease second = granted(store(), retry(request));
        assertThat(second.token()).isGreaterThan(first.token());
        assertThat(store().find(request.id()).orElseThrow().state()).isEqualTo(State.IN_PROGRESS);
    }

    @Test
    default void a_late_owner_never_overwrites_its_successor() {
        ReservationRequest request = request("late");
        Lease first = granted(store(), request);
        store().fail(first, "error");
        Lease second = granted(store(), retry(request));

        assertThat(store().complete(first, response("late"))).isFalse();
        assertThat(store().fail(first, "late")).isFalse();
        assertThat(store().markUnknown(first, "late")).isFalse();

        assertThat(store().complete(second, response("right"))).isTrue();
        assertReplayOf(request, response("right"));
    }

    @Test
    default void no_retry_runs_while_the_outcome_is_unknown() {
        ReservationRequest request = request("unknown");
        Lease lease = granted(store(), request);

        assertThat(store().markUnknown(lease, "Timeout")).isTrue();

        assertThat(store().reserve(retry(request))).isInstanceOf(Reservation.OutcomeUnknown.class);
        assertThat(store().reserve(Requests.takeOver(request))).isInstanceOf(Reservation.OutcomeUnknown.class);
        IdempotencyRecord record = store().find(request.id()).orElseThrow();
        assertThat(record.state()).isEqualTo(State.UNKNOWN);
        assertThat(record.lastError()).isEqualTo("Timeout");
        assertThat(record.hold().token()).isEqualTo(lease.token());
    }

    private void assertReplayOf(ReservationRequest request, RecordedResponse answer) {
        assertThat(store().reserve(retry(request)))
                .isInstanceOfSatisfying(
                        Reservation.Replay.class,
                        replay -> assertThat(replay.response()).isEqualTo(answer));
    }
}
