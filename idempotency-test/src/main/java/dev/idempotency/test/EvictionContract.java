package dev.idempotency.test;

import static dev.idempotency.test.Requests.BY_HAND;
import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.IdempotencyStore.Eviction;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import org.junit.jupiter.api.Test;

/** Records that an operator removes. */
public interface EvictionContract extends StoreUnderTest {

    @Test
    default void an_evicted_key_is_new_under_a_larger_token() {
        ReservationRequest request = request("evicted");
        GrantedRun first = granted(store(), request);
        first.complete(response("old"));

        assertThat(store().evict(request.id(), BY_HAND)).isEqualTo(Eviction.EVICTED);

        assertThat(store().find(request.id())).isEmpty();
        GrantedRun second = granted(store(), retry(request));
        assertThat(second.lease().token()).isGreaterThan(first.lease().token());
        assertThat(first.complete(response("old again"))).isFalse();
    }

    @Test
    default void what_is_not_there_or_has_expired_cannot_be_evicted() {
        ReservationRequest expired = request("evicted-expired");
        granted(store(), expired).complete(response("done"));
        letTimePass(RETENTION);

        assertThat(store().evict(request("never-seen").id(), BY_HAND)).isEqualTo(Eviction.ABSENT);
        assertThat(store().evict(expired.id(), BY_HAND)).isEqualTo(Eviction.ABSENT);
    }

    @Test
    default void running_and_unknown_records_are_not_evicted() {
        ReservationRequest running = request("evicted-running");
        GrantedRun run = granted(store(), running);
        ReservationRequest unknown = request("evicted-unknown");
        granted(store(), unknown).markUnknown("error");

        assertThat(store().evict(running.id(), BY_HAND)).isEqualTo(Eviction.REFUSED);
        assertThat(store().evict(unknown.id(), BY_HAND)).isEqualTo(Eviction.REFUSED);

        assertThat(run.complete(response("done"))).isTrue();
        assertThat(store().reserve(retry(unknown))).isInstanceOf(Reservation.OutcomeUnknown.class);
    }

    @Test
    default void a_scope_is_purged_of_its_settled_records_only() {
        granted(store(), request("purged", "one", "body")).complete(response("done"));
        granted(store(), request("purged", "two", "body")).fail("error");
        GrantedRun running = granted(store(), request("purged", "three", "body"));
        GrantedRun unknown = granted(store(), request("purged", "four", "body"));
        unknown.markUnknown("error");
        ReservationRequest foreign = request("other", "one", "body");
        granted(store(), foreign).complete(response("foreign"));

        assertThat(store().evictAll(Scope.of("purged"), BY_HAND)).isEqualTo(2);

        assertThat(store().evictAll(Scope.of("purged"), BY_HAND)).isZero();
        assertThat(store().find(running.lease().id())).isPresent();
        assertThat(store().find(unknown.lease().id())).isPresent();
        assertThat(store().reserve(retry(foreign))).isInstanceOf(Reservation.Replay.class);
    }
}
