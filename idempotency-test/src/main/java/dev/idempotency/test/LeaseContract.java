package dev.idempotency.test;

import static dev.idempotency.test.Requests.LEASE;
import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.neverTakeOver;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static dev.idempotency.test.Requests.takeOver;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Leases that last, are prolonged, run out and are swept. */
public interface LeaseContract extends StoreUnderTest {

    @Test
    default void a_lease_that_ran_out_makes_the_outcome_unknown() {
        ReservationRequest request = request("lapsed");
        Lease lease = granted(store(), request);
        letTimePass(LEASE);

        assertThat(store().reserve(retry(request))).isInstanceOf(Reservation.OutcomeUnknown.class);
        assertThat(store().find(request.id()).orElseThrow().state()).isEqualTo(State.UNKNOWN);
        assertThat(store().complete(lease, response("late"))).isFalse();
    }

    @Test
    default void a_lease_that_ran_out_is_taken_over_by_choice_and_the_old_holder_is_fenced_out() {
        ReservationRequest request = takeOver(request("taken-over"));
        Lease first = granted(store(), request);
        letTimePass(LEASE);

        Lease second = granted(store(), takeOver(request));

        assertThat(second.token()).isGreaterThan(first.token());
        assertThat(store().complete(first, response("late"))).isFalse();
        assertThat(store().renew(List.of(first))).isEmpty();
        assertThat(store().complete(second, response("right"))).isTrue();
    }

    @Test
    default void a_lease_that_ran_out_is_not_taken_over_unless_its_holder_had_chosen_so_too() {
        ReservationRequest chosenSince = request("chosen-since");
        ReservationRequest chosenBefore = takeOver(request("chosen-before"));
        Lease first = granted(store(), chosenSince);
        Lease second = granted(store(), chosenBefore);
        letTimePass(LEASE);

        assertThat(store().reserve(takeOver(chosenSince))).isInstanceOf(Reservation.OutcomeUnknown.class);
        assertThat(store().reserve(neverTakeOver(chosenBefore))).isInstanceOf(Reservation.OutcomeUnknown.class);
        assertThat(store().complete(first, response("late"))).isFalse();
        assertThat(store().complete(second, response("late"))).isFalse();
    }

    @Test
    default void a_lease_that_lasts_is_not_taken_over() {
        ReservationRequest request = takeOver(request("lasting"));
        granted(store(), request);
        letTimePass(LEASE.minusSeconds(5));

        assertThat(store().reserve(takeOver(request))).isInstanceOf(Reservation.InProgress.class);
    }

    @Test
    default void a_lease_that_ran_out_unnoticed_may_still_be_completed() {
        ReservationRequest request = request("unnoticed");
        Lease lease = granted(store(), request);
        letTimePass(LEASE.multipliedBy(2));

        assertThat(store().complete(lease, response("done"))).isTrue();
        assertThat(store().reserve(retry(request))).isInstanceOf(Reservation.Replay.class);
    }

    @Test
    default void a_renewed_lease_lasts_its_length_from_the_renewal() {
        ReservationRequest request = request("renewed");
        Lease lease = granted(store(), request);
        letTimePass(LEASE.minusSeconds(10));

        assertThat(store().renew(List.of(lease))).containsExactly(lease);

        letTimePass(LEASE.minusSeconds(10));
        assertThat(store().reserve(retry(request))).isInstanceOf(Reservation.InProgress.class);
    }

    @Test
    default void a_lease_that_ran_out_unnoticed_is_renewed() {
        ReservationRequest request = request("renewed-late");
        Lease lease = granted(store(), request);
        letTimePass(LEASE.plusSeconds(1));

        assertThat(store().renew(List.of(lease))).containsExactly(lease);
        assertThat(store().reserve(retry(request))).isInstanceOf(Reservation.InProgress.class);
    }

    @Test
    default void many_leases_are_renewed_at_once_and_only_those_still_held() {
        Lease held = granted(store(), request("held"));
        Lease alsoHeld = granted(store(), request("also-held"));
        Lease completed = granted(store(), request("completed"));
        store().complete(completed, response("done"));
        Lease failed = granted(store(), request("failed"));
        store().fail(failed, "error");
        Lease unknown = granted(store(), request("unknown"));
        store().markUnknown(unknown, "error");
        Lease forged = new Lease(held.id(), held.fingerprint(), held.token() + 1, held.owner(), held.length());

        Set<Lease> renewed = store().renew(List.of(held, completed, failed, unknown, forged, alsoHeld));

        assertThat(renewed).containsExactlyInAnyOrder(held, alsoHeld);
        assertThat(store().find(unknown.id()).orElseThrow().state()).isEqualTo(State.UNKNOWN);
    }

    @Test
    default void renewing_nothing_is_nothing() {
        assertThat(store().renew(List.of())).isEmpty();
    }

    @Test
    default void a_sweep_turns_exactly_the_lapsed_leases_into_unknown_outcomes() {
        Lease lapsed = granted(store(), request("swept"));
        Lease completed = granted(store(), request("swept-completed"));
        store().complete(completed, response("done"));
        letTimePass(LEASE);
        Lease running = granted(store(), request("swept-running"));

        assertThat(store().sweep(Duration.ofHours(1), 100)).isOne();

        assertThat(store().find(lapsed.id()).orElseThrow().state()).isEqualTo(State.UNKNOWN);
        assertThat(store().find(lapsed.id()).orElseThrow().reconciliation()).isNotNull();
        assertThat(store().find(running.id()).orElseThrow().state()).isEqualTo(State.IN_PROGRESS);
        assertThat(store().find(completed.id()).orElseThrow().state()).isEqualTo(State.COMPLETED);
        assertThat(store().sweep(Duration.ofHours(1), 100)).isZero();
    }

    @Test
    default void a_sweep_passes_by_what_the_next_request_takes_over() {
        ReservationRequest request = takeOver(request("swept-by-nobody"));
        granted(store(), request);
        letTimePass(LEASE);

        assertThat(store().sweep(Duration.ofHours(1), 100)).isZero();
        Lease second = granted(store(), retry(request));
        letTimePass(LEASE);
        assertThat(store().sweep(Duration.ofHours(1), 100)).isZero();

        assertThat(store().complete(second, response("done"))).isTrue();
    }

    @Test
    default void a_sweep_goes_by_the_choice_of_the_last_run() {
        ReservationRequest before = takeOver(request("no-longer-taken-over"));
        store().fail(granted(store(), before), "error");
        granted(store(), neverTakeOver(before));
        ReservationRequest since = request("taken-over-since");
        store().fail(granted(store(), since), "error");
        granted(store(), takeOver(since));
        letTimePass(LEASE);

        assertThat(store().sweep(Duration.ofHours(1), 100)).isOne();

        assertThat(store().find(before.id()).orElseThrow().state()).isEqualTo(State.UNKNOWN);
        assertThat(store().find(since.id()).orElseThrow().state()).isEqualTo(State.IN_PROGRESS);
    }

    @Test
    default void a_sweep_stops_at_its_limit_and_the_next_one_goes_on() {
        for (int i = 0; i < 5; i++) {
            granted(store(), request("swept-" + i));
        }
        letTimePass(LEASE);

        assertThat(store().sweep(Duration.ofHours(1), 2)).isEqualTo(2);
        assertThat(store().sweep(Duration.ofHours(1), 2)).isEqualTo(2);
        assertThat(store().sweep(Duration.ofHours(1), 2)).isOne();
    }

    @Test
    default void a_sweep_looks_back_no_further_than_asked() {
        Lease old = granted(store(), request("long-lapsed"));
        letTimePass(LEASE.plusHours(2));

        assertThat(store().sweep(Duration.ofHours(1), 100)).isZero();
        assertThat(store().sweep(Duration.ofHours(3), 100)).isOne();
        assertThat(store().find(old.id()).orElseThrow().state()).isEqualTo(State.UNKNOWN);
    }

    @Test
    default void a_crash_does_not_lock_the_key_for_as_long_as_a_result_is_kept() {
        ReservationRequest request = takeOver(request("crashed"));
        granted(store(), request);
        letTimePass(LEASE.plusSeconds(1));

        assertThat(LEASE).isLessThan(RETENTION);
        assertThat(store().reserve(takeOver(request))).isInstanceOf(Reservation.Granted.class);
    }
}
