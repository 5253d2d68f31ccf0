package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.BY_HAND;
import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.IdempotencyStore.Eviction;
import dev.idempotency.core.store.IdempotencyStore.Reaping;
import dev.idempotency.core.store.LeasedRecords;
import dev.idempotency.core.store.LeasedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tokens grow also where the clock that they come from was set back. */
class TokensTest {

    private static final long HOUR = TimeUnit.HOURS.toMicros(1);

    private final TestStore table = TestStore.create();
    private final IdempotencyStore store = table.store();
    private final ReservationRequest request = request("token");
    private long token;

    @AfterEach
    void stop() {
        table.close();
    }

    @Test
    void the_next_run_of_a_failed_request_has_a_larger_one() {
        reservedBeforeTheClockWasSetBack().fail("error");

        assertThat(granted(store, retry(request)).lease().token()).isEqualTo(token + 1);
    }

    @Test
    void the_next_run_of_an_evicted_request_has_a_larger_one() {
        reservedBeforeTheClockWasSetBack().complete(response("done"));

        assertThat(store.evict(request.id(), BY_HAND)).isEqualTo(Eviction.EVICTED);

        assertThat(store.find(request.id())).isEmpty();
        assertThat(store.evict(request.id(), BY_HAND)).isEqualTo(Eviction.ABSENT);
        assertThat(granted(store, retry(request)).lease().token()).isEqualTo(token + 1);
    }

    @Test
    void the_next_run_in_an_evicted_scope_has_a_larger_one() {
        reservedBeforeTheClockWasSetBack().complete(response("done"));
        granted(store, request("beside")).complete(response("done"));

        assertThat(store.evictAll(request.id().scope(), BY_HAND)).isEqualTo(2);

        assertThat(store.evictAll(request.id().scope(), BY_HAND)).isZero();
        assertThat(granted(store, retry(request)).lease().token()).isEqualTo(token + 1);
    }

    @Test
    void the_next_run_of_a_reaped_request_has_a_larger_one() {
        reservedBeforeTheClockWasSetBack().complete(response("done"));
        table.letTimePass(RETENTION);

        assertThat(store.reap(Reaping.DELETE, 10)).isZero();

        assertThat(granted(store, retry(request)).lease().token()).isEqualTo(token + 1);
    }

    /** Even a token that comes twice lets no old holder in: it is the owner that cannot come twice. */
    @Test
    void an_old_holder_with_the_right_token_is_fenced_out() {
        GrantedRun first = granted(store, request);
        first.fail("error");
        GrantedRun next = granted(store, retry(request));
        Lease old = first.lease();
        Lease confused = new Lease(old.id(), old.fingerprint(), next.lease().token(), old.owner(), old.length());
        LeasedRecords endings = EndingsOf.dataSource(table.dataSource());

        assertThat(endings.complete(confused, response("late"))).isFalse();
        assertThat(endings.fail(confused, "late")).isFalse();
        assertThat(endings.markUnknown(confused, "late")).isFalse();
        assertThat(store.renew(java.util.List.of(confused))).isEmpty();
        assertThat(next.complete(response("right"))).isTrue();
        assertThat(endings.complete(confused, response("late"))).isFalse();
    }

    @Test
    void conflicting_reservations_use_up_nothing() {
        GrantedRun first = granted(store, request);
        for (int i = 0; i < 100; i++) {
            assertThat(store.reserve(retry(request))).isInstanceOf(Reservation.InProgress.class);
        }

        assertThat(store.find(request.id()).orElseThrow().hold().token())
                .isEqualTo(first.lease().token());
        assertThat(table.sql()
                        .sql("SELECT count(*) FROM pg_class WHERE relkind = 'S'")
                        .query(Integer.class)
                        .single())
                .isZero();
    }

    private GrantedRun reservedBeforeTheClockWasSetBack() {
        Lease lease = granted(store, request).lease();
        token = lease.token() + HOUR;
        table.sql().sql("UPDATE idempotency_record SET token = ?").param(token).update();
        Lease later = new Lease(lease.id(), lease.fingerprint(), token, lease.owner(), lease.length());
        return new LeasedRun(EndingsOf.dataSource(table.dataSource()), later, lifetimeEnd());
    }

    private Instant lifetimeEnd() {
        return store.find(request.id()).orElseThrow().lifetime().expiresAt();
    }
}
