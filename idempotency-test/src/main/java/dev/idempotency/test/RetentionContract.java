package dev.idempotency.test;

import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static dev.idempotency.test.Requests.reuse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.IdempotencyStore.Reaping;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Records past their retention, and how they are removed. */
public interface RetentionContract extends StoreUnderTest {

    @Test
    default void an_answer_is_kept_until_its_retention_ends() {
        ReservationRequest request = request("kept");
        store().complete(granted(store(), request), response("done"));
        letTimePass(RETENTION.minusMinutes(1));

        assertThat(store().reserve(retry(request))).isInstanceOf(Reservation.Replay.class);
    }

    @Test
    default void an_expired_record_is_as_good_as_none_before_anything_removed_it() {
        ReservationRequest request = request("expired");
        Lease first = granted(store(), request);
        store().complete(first, response("old"));
        letTimePass(RETENTION);

        assertThat(store().find(request.id())).isEmpty();
        assertThat(store().look(retry(request))).isEmpty();
        Lease second = granted(store(), reuse(request));
        assertThat(second.token()).isGreaterThan(first.token());
        assertThat(store().complete(first, response("old again"))).isFalse();
        assertThat(store().complete(second, response("new"))).isTrue();
        assertThat(store().reserve(retry(request))).isInstanceOf(Reservation.Reused.class);
    }

    @Test
    default void a_retry_of_a_failed_run_keeps_its_answer_for_a_whole_retention() {
        ReservationRequest request = request("failed-then-kept");
        store().fail(granted(store(), request), "error");
        letTimePass(RETENTION.minusMinutes(1));
        store().complete(granted(store(), retry(request)), response("done"));
        letTimePass(RETENTION.minusMinutes(1));

        assertThat(store().reserve(retry(request))).isInstanceOf(Reservation.Replay.class);
    }

    @Test
    default void running_and_unknown_records_have_no_age() {
        ReservationRequest running = request("old-running");
        Lease lease = granted(store(), running);
        ReservationRequest unknown = request("old-unknown");
        store().markUnknown(granted(store(), unknown), "error");
        letTimePass(RETENTION.multipliedBy(3));

        assertThat(store().find(running.id()).orElseThrow().state()).isEqualTo(State.IN_PROGRESS);
        assertThat(store().find(unknown.id()).orElseThrow().state()).isEqualTo(State.UNKNOWN);
        assertThat(store().reserve(retry(unknown))).isInstanceOf(Reservation.OutcomeUnknown.class);
        assertThat(store().reserve(retry(running))).isInstanceOf(Reservation.OutcomeUnknown.class);
        assertThat(store().complete(lease, response("late"))).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    default void reaping_ends_settled_records_past_their_retention_and_no_others(Reaping reaping) {
        ReservationRequest completed = request("reaped-completed");
        store().complete(granted(store(), completed), response("done"));
        ReservationRequest failed = request("reaped-failed");
        store().fail(granted(store(), failed), "error");
        Lease running = granted(store(), request("reaped-running"));
        Lease unknown = granted(store(), request("reaped-unknown"));
        store().markUnknown(unknown, "error");
        letTimePass(RETENTION);
        ReservationRequest young = request("reaped-young");
        store().complete(granted(store(), young), response("young"));

        assertThat(store().reap(reaping, 100)).isEqualTo(2);

        assertThat(store().reap(reaping, 100)).isZero();
        assertThat(store().find(completed.id())).isEmpty();
        assertThat(store().find(failed.id())).isEmpty();
        assertThat(store().find(running.id())).isPresent();
        assertThat(store().find(unknown.id())).isPresent();
        assertThat(store().reserve(retry(young))).isInstanceOf(Reservation.Replay.class);
    }

    @ParameterizedTest
    @EnumSource
    default void reaping_stops_at_its_limit(Reaping reaping) {
        for (int i = 0; i < 5; i++) {
            store().complete(granted(store(), request("reaped-" + i)), response("done"));
        }
        letTimePass(RETENTION);

        assertThat(store().reap(reaping, 3)).isEqualTo(3);
        assertThat(store().reap(reaping, 3)).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    default void a_reaped_key_is_new_under_a_larger_token(Reaping reaping) {
        ReservationRequest request = request("reaped-new");
        Lease first = granted(store(), request);
        store().complete(first, response("old"));
        letTimePass(RETENTION);
        store().reap(reaping, 100);

        Lease second = granted(store(), reuse(request));

        assertThat(second.token()).isGreaterThan(first.token());
        assertThat(store().complete(first, response("old again"))).isFalse();
        assertThat(store().find(request.id()).orElseThrow().state()).isEqualTo(State.IN_PROGRESS);
    }

    @Test
    default void expired_records_can_be_deleted_later() {
        store().complete(granted(store(), request("soft")), response("done"));
        letTimePass(RETENTION.plus(Duration.ofDays(1)));

        assertThat(store().reap(Reaping.EXPIRE, 100)).isOne();
        assertThat(store().reap(Reaping.DELETE, 100)).isOne();
    }
}
