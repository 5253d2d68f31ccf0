package dev.idempotency.core.internal.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.Records;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.IdempotencyStore.Reaping;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Resolution;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What the guard tells listeners about records. */
class RecordEventsTest {

    private static final Duration DAY = Duration.ofDays(1);

    private final List<String> told = new ArrayList<>();
    private final Ticking clock = new Ticking();
    private final IdempotencyStore store = new StoreGuard(
                    List.of(), List.of((event, records) -> told.add(event + " " + records)))
            .around(new InMemoryStore(clock, 10));

    @Test
    void an_ordinary_day_is_not_worth_telling() {
        GrantedRun run = run(OnLapsedLease.UNKNOWN);
        assertThat(run.fail("test")).isTrue();
        assertThat(run(OnLapsedLease.UNKNOWN).complete(Records.RESPONSE)).isTrue();
        assertThat(store.sweep(DAY, 10)).isZero();
        assertThat(store.reap(Reaping.DELETE, 10)).isZero();

        assertThat(told).isEmpty();
    }

    @Test
    void a_run_whose_outcome_is_unknown_is_told_and_so_is_what_was_found_out() {
        GrantedRun run = run(OnLapsedLease.UNKNOWN);
        run.markUnknown("test");
        resolve(run.lease(), new Resolution.StillUnknown(Optional.of(DAY)));
        resolve(run.lease(), new Resolution.StillUnknown(Optional.empty()));
        resolve(run.lease(), new Resolution.Requeued());
        resolve(run.lease(), new Resolution.NotExecuted(DAY));
        GrantedRun again = run(OnLapsedLease.UNKNOWN);
        again.markUnknown("test");
        resolve(again.lease(), new Resolution.Completed(Records.RESPONSE, DAY));

        assertThat(told)
                .containsExactly(
                        "ENDED_UNKNOWN 1",
                        "GIVEN_UP 1",
                        "REQUEUED 1",
                        "FOUND_NOT_EXECUTED 1",
                        "ENDED_UNKNOWN 1",
                        "FOUND_EXECUTED 1");
    }

    @Test
    void a_decision_that_changes_nothing_is_not_told() {
        GrantedRun run = run(OnLapsedLease.UNKNOWN);

        assertThat(store.resolve(
                        run.lease().id(), run.lease().token(), new Resolution.NotExecuted(DAY), Optional.empty()))
                .isFalse();
        assertThat(told).isEmpty();
    }

    @Test
    void a_lost_run_is_told_once_whether_a_sweep_notices_it_or_a_request() {
        run(OnLapsedLease.UNKNOWN);
        clock.advance(Records.LEASE);
        store.reserve(request(OnLapsedLease.UNKNOWN));
        store.reserve(request(OnLapsedLease.UNKNOWN));
        assertThat(store.sweep(DAY, 10)).isZero();
        assertThat(told).containsExactly("LAPSED 1");

        told.clear();
        IdempotencyStore other = new StoreGuard(List.of(), List.of((event, n) -> told.add(event + " " + n)))
                .around(new InMemoryStore(clock, 10));
        other.reserve(request(OnLapsedLease.UNKNOWN));
        clock.advance(Records.LEASE);
        assertThat(other.sweep(DAY, 10)).isOne();
        other.reserve(request(OnLapsedLease.UNKNOWN));
        assertThat(told).containsExactly("LAPSED 1");
    }

    @Test
    void a_lost_run_that_is_taken_over_is_told_and_so_is_its_late_end() {
        GrantedRun lost = run(OnLapsedLease.TAKE_OVER);
        clock.advance(Records.LEASE);
        run(OnLapsedLease.TAKE_OVER);
        assertThat(lost.complete(Records.RESPONSE)).isFalse();
        assertThat(lost.fail("test")).isFalse();
        assertThat(lost.markUnknown("test")).isFalse();

        assertThat(told).containsExactly("TAKEN_OVER 1", "CAME_TOO_LATE 1", "CAME_TOO_LATE 1", "CAME_TOO_LATE 1");
    }

    @Test
    void what_was_reaped_is_told() {
        run(OnLapsedLease.UNKNOWN).complete(Records.RESPONSE);
        clock.advance(Records.RETENTION);
        store.reap(Reaping.DELETE, 10);

        assertThat(told).containsExactly("REAPED 1");
    }

    private GrantedRun run(OnLapsedLease onLapsedLease) {
        return ((Reservation.Granted) store.reserve(request(onLapsedLease))).run();
    }

    private void resolve(Lease lease, Resolution resolution) {
        IdempotencyRecord record = store.find(lease.id()).orElseThrow();
        assertThat(store.resolve(record.id(), record.hold().token(), resolution, Optional.empty()))
                .isTrue();
    }

    private static ReservationRequest request(OnLapsedLease onLapsedLease) {
        return new ReservationRequest(
                Records.ID,
                "POST /orders",
                Records.FINGERPRINT,
                UUID.randomUUID().toString(),
                Records.LEASE,
                Records.RETENTION,
                onLapsedLease);
    }

    private static final class Ticking extends Clock {

        private Instant now = Records.NOW;

        void advance(Duration duration) {
            now = now.plus(duration);
        }

        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(java.time.ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
