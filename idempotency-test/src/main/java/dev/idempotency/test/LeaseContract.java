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
import dev.idempotency.core.store.GrantedRun;
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
        GrantedRun run = granted(store(), request);
        letTimePass(LEASE);

        assertThat(store().reserve(retry(request))).isInstanceOf(Reservation.OutcomeUnknown.class);
        assertThat(store().find(request.id()).orElseThrow().state()).isEqualTo(State.UNKNOWN);
        assertThat(run.complete(response("late"))).isFalse();
    }

    @Test
    default void a_lease_that_ran_out_is_taken_over_by_choice_and_the_old_holder_is_fenced_out() {
        ReservationRequest request = takeOver(request("taken-over"));
        GrantedRun first = granted(store(), request);
        letTimePass(LEASE);

        GrantedRun second = granted(store(), takeOver(request));

        assertThat(second.lease().token()).isGreaterThan(first.lease().token());
        assertThat(first.complete(response("late"))).isFalse();
        assertThat(store().renew(List.of(first.lease()))).isEmpty();
        assertThat(second.complete(response("right"))).isTrue();
    }

    @Test
    default void a_lease_that_ran_out_is_not_taken_over_unless_its_holder_had_chosen_so_too() {
        ReservationRequest chosenSince = request("chosen-since");
        ReservationRequest chosenBefore = takeOver(request("chosen-before"));
        GrantedRun first = granted(store(), chosenSince);
        GrantedRun second = granted(store(), chosenBefore);
        letTimePass(LEASE);

        assertThat(store().reserve(takeOver(chosenSince))).isInstanceOf(Reservation.OutcomeUnknown.class);
        assertThat(store().reserve(neverTakeOver(chosenBefore))).isInstanceOf(Reservation.OutcomeUnknown.class);
        assertThat(first.complete(response("late"))).isFalse();
        assertThat(second.complete(response("late"))).isFalse();
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
        GrantedRun run = granted(store(), request);
        letTimePass(LEASE.multipliedBy(2));

        assertThat(run.complete(response("done"))).isTrue();
        assertThat(store().reserve(retry(request))).isInstanceOf(Reservation.Replay.class);
    }

    @Test
    default void a_renewed_lease_lasts_its_length_from_the_renewal() {
        ReservationRequest request = request("renewed");
        GrantedRun run = granted(store(), request);
        letTimePass(LEASE.minusSeconds(10));

        assertThat(store().renew(List.of(run.lease()))).containsExactly(run.lease());

        letTimePass(LEASE.minusSeconds(10));
        assertThat(store().reserve(retry(request))).isInstanceOf(Reservation.InProgress.class);
    }

    @Test
    default void a_lease_that_ran_out_unnoticed_is_renewed() {
        ReservationRequest request = request("renewed-late");
        GrantedRun run = granted(store(), request);
        letTimePass(LEASE.plusSeconds(1));

        assertThat(store().renew(List.of(run.lease()))).containsExactly(run.lease());
        assertThat(store().reserve(retry(request))).isInstanceOf(Reservation.InProgress.class);
    }

    @Test
    default void many_leases_are_renewed_at_once_and_only_those_still_held() {
        GrantedRun held = granted(store(), request("held"));
        GrantedRun alsoHeld = granted(store(), request("also-held"));
        GrantedRun completed = granted(store(), request("completed"));
        completed.complete(response("done"));
        GrantedRun failed = granted(store(), request("failed"));
        failed.fail("error");
        GrantedRun unknown = granted(store(), request("unknown"));
        unknown.markUnknown("error");
        Lease forged = new Lease(
                held.lease().id(),
                held.lease().fingerprint(),
                held.lease().token() + 1,
                held.lease().owner(),
                held.lease().length());

        Set<Lease> renewed = store().renew(List.of(
                held.lease(), completed.lease(), failed.lease(), unknown.lease(), forged, alsoHeld.lease()));

        assertThat(renewed).containsExactlyInAnyOrder(held.lease(), alsoHeld.lease());
        assertThat(store().find(unknown.lease().id()).orElseThrow().state()).isEqualTo(State.UNKNOWN);
    }

    @Test
    default void renewing_nothing_is_nothing() {
        assertThat(store().renew(List.of())).isEmpty();
    }

    @Test
    default void a_sweep_turns_exactly_the_lapsed_leases_into_unknown_outcomes() {
        GrantedRun lapsed = granted(store(), request("swept"));
        GrantedRun completed = granted(store(), request("swept-completed"));
        completed.complete(response("done"));
        letTimePass(LEASE);
        GrantedRun running = granted(store(), request("swept-running"));

        assertThat(store().sweep(Duration.ofHours(1), 100)).isOne();

        assertThat(store().find(lapsed.lease().id()).orElseThrow().state()).isEqualTo(State.UNKNOWN);
        assertThat(store().find(lapsed.lease().id()).orElseThrow().reconciliation())
                .isNotNull();
        assertThat(store().find(running.lease().id()).orElseThrow().state()).isEqualTo(State.IN_PROGRESS);
        assertThat(store().find(completed.lease().id()).orElseThrow().state()).isEqualTo(State.COMPLETED);
        assertThat(store().sweep(Duration.ofHours(1), 100)).isZero();
    }

    @Test
    default void a_sweep_passes_by_what_the_next_request_takes_over() {
        ReservationRequest request = takeOver(request("swept-by-nobody"));
        granted(store(), request);
        letTimePass(LEASE);

        assertThat(store().sweep(Duration.ofHours(1), 100)).isZero();
        GrantedRun second = granted(store(), retry(request));
        letTimePass(LEASE);
        assertThat(store().sweep(Duration.ofHours(1), 100)).isZero();

        assertThat(second.complete(response("done"))).isTrue();
    }

    @Test
    default void a_sweep_goes_by_the_choice_of_the_last_run() {
        ReservationRequest before = takeOver(request("no-longer-taken-over"));
        granted(store(), before).fail("error");
        granted(store(), neverTakeOver(before));
        ReservationRequest since = request("taken-over-since");
        granted(store(), since).fail("error");
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
        GrantedRun old = granted(store(), request("long-lapsed"));
        letTimePass(LEASE.plusHours(2));

        assertThat(store().sweep(Duration.ofHours(1), 100)).isZero();
        assertThat(store().sweep(Duration.ofHours(3), 100)).isOne();
        assertThat(store().find(old.lease().id()).orElseThrow().state()).isEqualTo(State.UNKNOWN);
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
