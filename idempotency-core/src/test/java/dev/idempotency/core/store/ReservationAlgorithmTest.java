package dev.idempotency.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.record.Entity;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.Records;
import dev.idempotency.core.record.State;
import dev.idempotency.core.scope.Scope;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReservationAlgorithmTest {

    private final ScriptedTable table = new ScriptedTable();
    private final ReservationAlgorithm reserve = new ReservationAlgorithm(table);

    @Test
    void a_key_that_nobody_has_is_granted() {
        table.granted = ScriptedTable.run(1);

        assertThat(reserve.reserve(request(OnLapsedLease.UNKNOWN)))
                .isEqualTo(new Reservation.Granted(table.granted, GrantReason.FIRST));
        assertThat(table.steps).containsExactly("insert");
    }

    @Test
    void whoever_takes_a_record_over_runs() {
        table.takenOver = ScriptedTable.run(8);
        table.found = Records.in(State.FAILED_RETRYABLE);

        assertThat(reserve.reserve(request(OnLapsedLease.UNKNOWN)))
                .isEqualTo(new Reservation.Granted(table.takenOver, GrantReason.AFTER_FAILURE));
        assertThat(table.steps).containsExactly("insert", "read", "takeOver");
    }

    @Test
    void contention_or_a_vanished_row_never_falls_through_to_a_run() {
        assertThatThrownBy(() -> reserve.reserve(request(OnLapsedLease.UNKNOWN)))
                .isInstanceOf(StoreException.NotApplied.class)
                .hasMessage("The record changed 5 times while it was being reserved");
        assertThat(table.steps).hasSize(10).containsOnly("insert", "read");
    }

    @Test
    void somebody_faster_at_every_take_over_ends_as_not_reached() {
        table.found = Records.in(State.FAILED_RETRYABLE);

        assertThatThrownBy(() -> reserve.reserve(request(OnLapsedLease.UNKNOWN)))
                .isInstanceOf(StoreException.NotApplied.class);
        assertThat(table.steps).filteredOn("takeOver"::equals).hasSize(5);
    }

    @Test
    void a_record_that_can_be_answered_is_not_written_to() {
        table.found = Records.in(State.COMPLETED);

        assertThat(reserve.reserve(request(OnLapsedLease.UNKNOWN))).isInstanceOf(Reservation.Replay.class);
        assertThat(table.steps).containsExactly("insert", "read");
    }

    @Test
    void whoever_makes_a_lapsed_lease_unknown_says_so() {
        table.found = Records.in(State.IN_PROGRESS);
        table.now = Records.NOW.plus(Records.LEASE);

        Reservation reservation = reserve.reserve(request(OnLapsedLease.UNKNOWN));

        assertThat(reservation).isEqualTo(new Reservation.OutcomeUnknown(Duration.ZERO, true));
        assertThat(table.steps).containsExactly("insert", "read", "lapse");
    }

    @Test
    void a_lapsed_lease_that_somebody_else_made_unknown_is_read_again() {
        table.found = Records.in(State.IN_PROGRESS);
        table.now = Records.NOW.plus(Records.LEASE);
        table.beaten = true;

        Reservation reservation = reserve.reserve(request(OnLapsedLease.UNKNOWN));

        assertThat(reservation).isEqualTo(new Reservation.OutcomeUnknown(Duration.ZERO));
        assertThat(table.steps).containsExactly("insert", "read", "lapse", "insert", "read");
    }

    @Test
    void looking_never_writes() {
        for (State state : State.values()) {
            table.found = Records.in(state);
            table.now = Records.NOW.plus(Records.LEASE);
            reserve.look(request(OnLapsedLease.TAKE_OVER));
        }

        assertThat(table.steps).hasSize(State.values().length).containsOnly("read");
    }

    @Test
    void a_client_waits_for_the_next_reconciliation() {
        table.found = Records.in(State.UNKNOWN).stillUnknown(Records.NOW.plusSeconds(30));
        assertThat(reserve.reserve(request(OnLapsedLease.UNKNOWN)))
                .isEqualTo(new Reservation.OutcomeUnknown(Duration.ofSeconds(30)));

        table.found = Records.in(State.UNKNOWN).stillUnknown(null);
        assertThat(reserve.reserve(request(OnLapsedLease.UNKNOWN)))
                .isEqualTo(new Reservation.OutcomeUnknown(Records.LEASE));
    }

    @Test
    void a_running_request_is_in_progress_for_the_rest_of_its_lease() {
        table.found = Records.in(State.IN_PROGRESS);
        table.now = Records.NOW.plusSeconds(20);

        assertThat(reserve.reserve(request(OnLapsedLease.TAKE_OVER)))
                .isEqualTo(new Reservation.InProgress(Duration.ofSeconds(40)));
    }

    @Test
    void every_case_of_a_reservation_is_told_apart() {
        List<Reservation> all = List.of(
                new Reservation.Granted(ScriptedTable.run(1), GrantReason.FIRST),
                new Reservation.Replay(Records.RESPONSE, Records.NOW),
                new Reservation.ResponseUnavailable(200, Records.NOW),
                new Reservation.InProgress(Duration.ZERO),
                new Reservation.Reused(),
                new Reservation.OutcomeUnknown(Duration.ZERO),
                new Reservation.EntityLocked(Duration.ZERO));

        assertThat(all)
                .allSatisfy(
                        one -> assertThat(one.<Reservation>match(new Itself())).isSameAs(one));
    }

    @Test
    void a_request_has_names_and_durations_that_a_store_can_hold() {
        assertThatIllegalArgumentException().isThrownBy(() -> request("", "owner", Records.LEASE, Records.RETENTION));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> request("x".repeat(256), "owner", Records.LEASE, Records.RETENTION))
                .withMessageContaining("256");
        assertThatIllegalArgumentException().isThrownBy(() -> request("op", "a\0b", Records.LEASE, Records.RETENTION));
        assertThatIllegalArgumentException().isThrownBy(() -> request("\0", "owner", Records.LEASE, Records.RETENTION));
        assertThatIllegalArgumentException().isThrownBy(() -> request("op", "owner", Duration.ZERO, Records.RETENTION));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> request("op", "owner", Records.LEASE, Duration.ofSeconds(-1)));
        assertThat(request("x".repeat(255), "y".repeat(255), Records.LEASE, Records.RETENTION)
                        .leaseWith(3)
                        .token())
                .isEqualTo(3);
    }

    @Test
    void a_reservation_of_ones_own_that_is_found_counts_once_it_is_confirmed() {
        table.found = Records.in(State.IN_PROGRESS);

        assertThat(reserve.reserve(ofItsOwner())).isInstanceOf(Reservation.Granted.class);
        assertThat(table.steps).containsExactly("insert", "read", "confirm");
    }

    @Test
    void one_that_is_lost_before_it_is_confirmed_never_counts() {
        table.found = Records.in(State.IN_PROGRESS);
        table.lost = true;

        assertThatThrownBy(() -> reserve.reserve(ofItsOwner())).isInstanceOf(StoreException.NotApplied.class);
    }

    @Test
    void looking_confirms_nothing_and_so_grants_nothing() {
        table.found = Records.in(State.IN_PROGRESS);

        assertThat(reserve.look(ofItsOwner())).isEmpty();
    }

    @Test
    void whoever_holds_the_entity_answers() {
        table.holder = Records.in(State.IN_PROGRESS);
        table.now = Records.NOW.plusSeconds(20);

        assertThat(reserve.reserve(onEntity())).isEqualTo(new Reservation.EntityLocked(Duration.ofSeconds(40)));
        assertThat(table.steps).containsExactly("insert", "read", "holderOf");
    }

    @Test
    void an_entity_that_nobody_is_seen_to_hold_is_asked_for_twice_and_not_more() {
        assertThat(reserve.reserve(onEntity())).isEqualTo(new Reservation.EntityLocked(Duration.ofSeconds(1)));
        assertThat(table.steps).containsExactly("insert", "read", "holderOf", "insert", "read", "holderOf");
    }

    @Test
    void a_request_without_an_entity_asks_for_no_holder() {
        assertThatThrownBy(() -> reserve.reserve(request(OnLapsedLease.UNKNOWN)))
                .isInstanceOf(StoreException.NotApplied.class);
        assertThat(table.steps).doesNotContain("holderOf");
    }

    private static ReservationRequest onEntity() {
        return new ReservationRequest(
                new RecordId(Scope.of("caller"), new IdempotencyKey("another")),
                "POST /orders",
                Records.FINGERPRINT,
                "node-2",
                Records.LEASE,
                Records.RETENTION,
                OnLapsedLease.UNKNOWN,
                new Entity(Scope.of("tenant"), "order:1"));
    }

    private ReservationRequest ofItsOwner() {
        return request("POST /orders", table.found.hold().owner(), Records.LEASE, Records.RETENTION);
    }

    @Test
    void looking_tells_what_reserving_would_answer() {
        table.found = Records.in(State.COMPLETED);
        assertThat(reserve.look(request(OnLapsedLease.UNKNOWN))).containsInstanceOf(Reservation.Replay.class);

        table.found = Records.in(State.FAILED_RETRYABLE);
        assertThat(reserve.look(request(OnLapsedLease.UNKNOWN))).isEmpty();

        table.found = null;
        assertThat(reserve.look(request(OnLapsedLease.UNKNOWN))).isEmpty();
    }

    private static ReservationRequest request(String operation, String owner, Duration lease, Duration retention) {
        return new ReservationRequest(
                Records.ID, operation, Records.FINGERPRINT, owner, lease, retention, OnLapsedLease.UNKNOWN);
    }

    private static ReservationRequest request(OnLapsedLease onLapsedLease) {
        return new ReservationRequest(
                Records.ID,
                "POST /orders",
                Records.FINGERPRINT,
                "node-2",
                Records.LEASE,
                Records.RETENTION,
                onLapsedLease);
    }

    private static final class Itself implements Reservation.Cases<Reservation> {

        @Override
        public Reservation granted(Reservation.Granted granted) {
            return granted;
        }

        @Override
        public Reservation replay(Reservation.Replay replay) {
            return replay;
        }

        @Override
        public Reservation responseUnavailable(Reservation.ResponseUnavailable unavailable) {
            return unavailable;
        }

        @Override
        public Reservation inProgress(Reservation.InProgress inProgress) {
            return inProgress;
        }

        @Override
        public Reservation reused(Reservation.Reused reused) {
            return reused;
        }

        @Override
        public Reservation outcomeUnknown(Reservation.OutcomeUnknown unknown) {
            return unknown;
        }

        @Override
        public Reservation entityLocked(Reservation.EntityLocked locked) {
            return locked;
        }
    }
}
