package dev.idempotency.test;

import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static dev.idempotency.test.Requests.reuse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.State;
import dev.idempotency.core.store.GrantedRun;
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
        granted(store(), request).complete(response("done"));
        letTimePass(RETENTION.minusMinutes(1));

        assertThat(store().reserve(retry(request))).isInstanceOf(Reservation.Replay.class);
    }

    @Test
    default void an_expired_record_is_as_good_as_none_before_anything_removed_it() {
        ReservationRequest request = request("expired");
        GrantedRun first = granted(store(), request);
        first.complete(response("old"));
        letTimePass(RETENTION);

        assertThat(store().find(request.id())).isEmpty();
        assertThat(store().look(retry(request))).isEmpty();
        GrantedRun second = granted(store(), reuse(request));
        assertThat(second.lease().token()).isGreaterThan(first.lease().token());
        assertThat(first.complete(response("old again"))).isFalse();
        assertThat(second.complete(response("new"))).isTrue();
        assertThat(store().reserve(retry(request))).isInstanceOf(Reservation.Reused.class);
    }

    @Test
    default void a_retry_of_a_failed_run_keeps_its_answer_for_a_whole_retention() {
        ReservationRequest request = request("failed-then-kept");
        granted(store(), request).fail("error");
        letTimePass(RETENTION.minusMinutes(1));
        granted(store(), retry(request)).complete(response("done"));
        letTimePass(RETENTION.minusMinutes(1));

        assertThat(store().reserve(retry(request))).isInstanceOf(Reservation.Replay.class);
    }

    @Test
    default void running_and_unknown_records_have_no_age() {
        ReservationRequest running = request("old-running");
        GrantedRun run = granted(store(), running);
        ReservationRequest unknown = request("old-unknown");
        granted(store(), unknown).markUnknown("error");
        letTimePass(RETENTION.multipliedBy(3));

        assertThat(store().find(running.id()).orElseThrow().state()).isEqualTo(State.IN_PROGRESS);
        assertThat(store().find(unknown.id()).orElseThrow().state()).isEqualTo(State.UNKNOWN);
        assertThat(store().reserve(retry(unknown))).isInstanceOf(Reservation.OutcomeUnknown.class);
        assertThat(store().reserve(retry(running))).isInstanceOf(Reservation.OutcomeUnknown.class);
        assertThat(run.complete(response("late"))).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    default void reaping_ends_settled_records_past_their_retention_and_no_others(Reaping reaping) {
        ReservationRequest completed = request("reaped-completed");
        granted(store(), completed).complete(response("done"));
        ReservationRequest failed = request("reaped-failed");
        granted(store(), failed).fail("error");
        GrantedRun running = granted(store(), request("reaped-running"));
        GrantedRun unknown = granted(store(), request("reaped-unknown"));
        unknown.markUnknown("error");
        letTimePass(RETENTION);
        ReservationRequest young = request("reaped-young");
        granted(store(), young).complete(response("young"));

        assertThat(store().reap(reaping, 100)).isEqualTo(2);

        assertThat(store().reap(reaping, 100)).isZero();
        assertThat(store().find(completed.id())).isEmpty();
        assertThat(store().find(failed.id())).isEmpty();
        assertThat(store().find(running.lease().id())).isPresent();
        assertThat(store().find(unknown.lease().id())).isPresent();
        assertThat(store().reserve(retry(young))).isInstanceOf(Reservation.Replay.class);
    }

    @ParameterizedTest
    @EnumSource
    default void reaping_stops_at_its_limit(Reaping reaping) {
        for (int i = 0; i < 5; i++) {
            granted(store(), request("reaped-" + i)).complete(response("done"));
        }
        letTimePass(RETENTION);

        assertThat(store().reap(reaping, 3)).isEqualTo(3);
        assertThat(store().reap(reaping, 3)).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    default void a_reaped_key_is_new_under_a_larger_token(Reaping reaping) {
        ReservationRequest request = request("reaped-new");
        GrantedRun first = granted(store(), request);
        first.complete(response("old"));
        letTimePass(RETENTION);
        store().reap(reaping, 100);

        GrantedRun second = granted(store(), reuse(request));

        assertThat(second.lease().token()).isGreaterThan(first.lease().token());
        assertThat(first.complete(response("old again"))).isFalse();
        assertThat(store().find(request.id()).orElseThrow().state()).isEqualTo(State.IN_PROGRESS);
    }

    @Test
    default void expired_records_can_be_deleted_later() {
        granted(store(), request("soft")).complete(response("done"));
        letTimePass(RETENTION.plus(Duration.ofDays(1)));

        assertThat(store().reap(Reaping.EXPIRE, 100)).isOne();
        assertThat(store().reap(Reaping.DELETE, 100)).isOne();
    }
}
