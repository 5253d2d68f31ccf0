package dev.idempotency.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.outcome.StandardOutcomePolicy;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Leases of runs that take their time. */
class LeaseKeeperTest extends EngineFixture {

    private static final Duration AT_ONCE_DUE = Duration.ofNanos(1);
    private static final Duration LONG = Duration.ofHours(1);

    private final LeaseKeeper keeper = new LeaseKeeper(store);
    private final IdempotencyEngine kept = new IdempotencyEngine(line, new StandardOutcomePolicy(), keeper);

    @Test
    void the_lease_of_a_running_request_is_renewed_as_often_as_it_takes() throws Exception {
        ReservationRequest request = request("slow", AT_ONCE_DUE);

        Answer answer = kept.execute(request, Waiting.NONE, lease -> {
            assertThat(keeper.renewDue()).isOne();
            assertThat(keeper.renewDue()).isOne();
            return DONE;
        });

        assertThat(answer).isInstanceOf(Answer.Own.class);
    }

    @Test
    void a_lease_that_has_just_been_given_is_left_alone() throws Exception {
        kept.execute(request("fresh", LONG), Waiting.NONE, lease -> {
            assertThat(keeper.running()).isOne();
            assertThat(keeper.renewDue()).isZero();
            return DONE;
        });
    }

    @Test
    void nothing_is_kept_of_a_run_that_has_ended() throws Exception {
        kept.execute(request("ended", AT_ONCE_DUE), Waiting.NONE, lease -> DONE);
        try {
            kept.execute(request("thrown", AT_ONCE_DUE), Waiting.NONE, lease -> {
                throw new IllegalStateException();
            });
        } catch (IllegalStateException expected) {
            assertThat(keeper.running()).isZero();
        }

        assertThat(keeper.running()).isZero();
        assertThat(keeper.renewDue()).isZero();
    }

    @Test
    void a_run_whose_end_somebody_else_will_tell_is_not_kept_alive() {
        ReservationRequest request = request("handed-over", AT_ONCE_DUE);
        IdempotencyEngine.Attempt attempt = kept.reserve(request, Waiting.NONE);
        Run run = kept.start(attempt, (Reservation.Granted) attempt.reservation());

        run.stopRenewing();

        assertThat(keeper.running()).isZero();
        assertThat(run.answered(DONE)).isInstanceOf(Answer.Own.class);
    }

    @Test
    void a_paused_node_that_finds_its_lease_gone_stops_claiming_success() throws Exception {
        ReservationRequest request = request("paused", AT_ONCE_DUE);

        Answer answer = kept.execute(request, Waiting.NONE, lease -> {
            sweepAway(lease);
            assertThat(keeper.renewDue()).isZero();
            assertThat(keeper.running()).isZero();
            return DONE;
        });

        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.FromRecord.class,
                        record -> assertThat(record.reservation()).isInstanceOf(Reservation.OutcomeUnknown.class));
        assertThat(store.find(request.id()).orElseThrow().state()).isEqualTo(State.UNKNOWN);
    }

    @Test
    void a_renewal_makes_an_answer_certain_that_cannot_be_recorded() throws Exception {
        ReservationRequest request = request("certain", Duration.ofNanos(1));

        Answer unsure = kept.execute(request, Waiting.NONE, lease -> {
            line.failNext(FaultyStore.Fault.NOT_REACHED);
            return DONE;
        });
        HeldLease held = new HeldLease(
                new Lease(request.id(), request.fingerprint(), 1, "owner", LONG), System.nanoTime() - LONG.toNanos());

        assertThat(unsure).isEqualTo(new Answer.LeaseLost());
        assertThat(held.isCertain()).isFalse();
        assertThat(held.isDue()).isTrue();
        held.renewed(System.nanoTime());
        assertThat(held.isCertain()).isTrue();
        assertThat(held.isDue()).isFalse();
    }

    private void sweepAway(Lease lease) {
        store.markUnknown(lease, "lease_expired");
    }
}
