package dev.idempotency.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Leases of runs that take their time. */
class LeaseRenewerTest extends EngineFixture {

    private static final Duration AT_ONCE_DUE = Duration.ofNanos(1);
    private static final Duration LONG = Duration.ofHours(1);

    private final LeaseRenewer renewer = new LeaseRenewer(store);
    private final IdempotencyEngine kept = new IdempotencyEngine(line, renewer);

    @Test
    void the_lease_of_a_running_request_is_renewed_as_often_as_it_takes() throws Exception {
        RunRequest request = request("slow", AT_ONCE_DUE);

        RunResult answer = execute(kept, request, run -> {
            assertThat(renewer.renewDue()).isOne();
            assertThat(renewer.renewDue()).isOne();
            return DONE;
        });

        assertThat(answer).isInstanceOf(RunResult.Fresh.class);
    }

    @Test
    void a_lease_that_has_just_been_given_is_left_alone() throws Exception {
        execute(kept, request("fresh", LONG), run -> {
            assertThat(renewer.running()).isOne();
            assertThat(renewer.renewDue()).isZero();
            return DONE;
        });
    }

    @Test
    void nothing_is_kept_of_a_run_that_has_ended() throws Exception {
        execute(kept, request("ended", AT_ONCE_DUE), run -> DONE);
        try {
            execute(kept, request("thrown", AT_ONCE_DUE), run -> {
                throw new IllegalStateException();
            });
        } catch (IllegalStateException expected) {
            assertThat(renewer.running()).isZero();
        }

        assertThat(renewer.running()).isZero();
        assertThat(renewer.renewDue()).isZero();
    }

    @Test
    void a_run_whose_end_somebody_else_will_tell_is_not_kept_alive() {
        RunRequest request = request("handed-over", AT_ONCE_DUE);
        Run run = begun(kept, request);

        run.stopRenewing();

        assertThat(renewer.running()).isZero();
        assertThat(run.finish(Ending.stored(DONE))).isInstanceOf(RunResult.Fresh.class);
    }

    @Test
    void a_paused_node_that_finds_its_lease_gone_stops_claiming_success() throws Exception {
        RunRequest request = request("paused", AT_ONCE_DUE);

        RunResult answer = execute(kept, request, run -> {
            sweepAway(run);
            assertThat(renewer.renewDue()).isZero();
            assertThat(renewer.running()).isZero();
            return DONE;
        });

        assertThat(answer)
                .isInstanceOfSatisfying(
                        RunResult.Recorded.class,
                        record -> assertThat(record.reservation()).isInstanceOf(Reservation.OutcomeUnknown.class));
        assertThat(store.find(request.id()).orElseThrow().state()).isEqualTo(State.UNKNOWN);
    }

    @Test
    void a_renewal_makes_an_answer_certain_that_cannot_be_recorded() throws Exception {
        RunRequest request = request("certain", Duration.ofNanos(1));

        RunResult unsure = execute(kept, request, run -> {
            line.failNext(FaultyReservations.Fault.NOT_REACHED);
            return DONE;
        });
        TrackedLease held = new TrackedLease(
                new Lease(request.id(), request.fingerprint(), 1, "owner", LONG), System.nanoTime() - LONG.toNanos());

        assertThat(unsure).isEqualTo(new RunResult.Withheld());
        assertThat(held.isCertain()).isFalse();
        assertThat(held.isDue()).isTrue();
        held.renewed(System.nanoTime());
        assertThat(held.isCertain()).isTrue();
        assertThat(held.isDue()).isFalse();
    }

    private void sweepAway(GrantedRun run) {
        run.markUnknown("lease_expired");
    }
}
