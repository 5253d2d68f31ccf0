package dev.idempotency.test;

import static dev.idempotency.test.Requests.LEASE;
import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.neverTakeOver;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.resuming;
import static dev.idempotency.test.Requests.retry;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.Entity;
import dev.idempotency.core.record.State;
import dev.idempotency.core.step.RecordedStep;
import dev.idempotency.core.step.RunSteps;
import dev.idempotency.core.step.StepKind;
import dev.idempotency.core.store.GrantReason;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.IdempotencyStore.Reaping;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Resolution;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The steps of runs: what a later run of the key finds, and who may write them. */
public interface StepContract extends StoreUnderTest {

    /** Does this inside of a transaction on the store's database, and commits it if it returns true; a store without transactions just does it. */
    boolean inTransaction(BooleanSupplier work);

    private boolean local(GrantedRun run, String step, int position) {
        return inTransaction(() -> run.steps().finishLocal(step, position, bytes("result of " + step)));
    }

    private static boolean external(GrantedRun run, String step, int position) {
        return run.steps().start(step, position, Duration.ZERO)
                && run.steps().finish(step, Optional.of("id of " + step), Optional.of(bytes("result of " + step)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static List<String> names(RunSteps steps) {
        return steps.recorded().stream().map(RecordedStep::name).toList();
    }

    private static String result(RecordedStep step) {
        return step.result().map(bytes -> new String(bytes, UTF_8)).orElse("none");
    }

    @Test
    default void a_first_run_has_no_steps() {
        GrantedRun run = granted(store(), resuming(request("no-steps")));

        assertThat(run.steps().recorded()).isEmpty();
    }

    @Test
    default void a_run_after_a_failure_finds_what_was_done_with_its_results() {
        ReservationRequest request = resuming(request("done-steps"));
        GrantedRun first = granted(store(), request);
        assertThat(local(first, "ride", 0)).isTrue();
        assertThat(external(first, "charge", 1)).isTrue();
        assertThat(first.fail("error")).isTrue();

        List<RecordedStep> found = granted(store(), retry(request)).steps().recorded();

        assertThat(found).extracting(RecordedStep::name).containsExactly("ride", "charge");
        assertThat(found).extracting(RecordedStep::kind).containsExactly(StepKind.LOCAL, StepKind.EXTERNAL);
        assertThat(found).allMatch(RecordedStep::isDone);
        assertThat(found).extracting(StepContract::result).containsExactly("result of ride", "result of charge");
        assertThat(found.get(0).externalId()).isEmpty();
        assertThat(found.get(1).externalId()).contains("id of charge");
    }

    @Test
    default void the_run_itself_finds_its_steps_by_their_positions() {
        GrantedRun run = granted(store(), resuming(request("own-steps")));
        local(run, "second", 1);
        local(run, "first", 0);

        assertThat(names(run.steps())).containsExactly("first", "second");
    }

    @Test
    default void a_lapsed_run_is_resumed_by_the_next_request_and_by_no_sweep() {
        ReservationRequest request = resuming(request("resumed"));
        local(granted(store(), request), "ride", 0);
        letTimePass(LEASE.plusMillis(1));

        assertThat(store().sweep(Duration.ofDays(1), 100)).isZero();
        assertThat(store().look(retry(request))).isEmpty();
        Reservation next = store().reserve(retry(request));

        assertThat(next).isInstanceOf(Reservation.Granted.class);
        assertThat(((Reservation.Granted) next).reason()).isEqualTo(GrantReason.RESUMED);
        assertThat(names(((Reservation.Granted) next).run().steps())).containsExactly("ride");
    }

    @Test
    default void steps_are_found_after_many_runs() {
        ReservationRequest request = resuming(request("many-runs"));
        local(granted(store(), request), "one", 0);
        letTimePass(LEASE.plusMillis(1));
        GrantedRun second = granted(store(), retry(request));
        local(second, "two", 1);
        second.fail("error");
        GrantedRun third = granted(store(), retry(request));
        local(third, "three", 2);
        third.fail("error");

        assertThat(names(granted(store(), retry(request)).steps())).containsExactly("one", "two", "three");
    }

    @Test
    default void a_request_that_does_not_resume_makes_a_lapsed_run_unknown() {
        ReservationRequest request = resuming(request("not-resumed"));
        granted(store(), request);
        letTimePass(LEASE.plusMillis(1));

        assertThat(store().reserve(neverTakeOver(request))).isInstanceOf(Reservation.OutcomeUnknown.class);
    }

    @Test
    default void a_late_owner_records_no_local_step_and_starts_no_external_one() {
        ReservationRequest request = resuming(request("late-steps"));
        GrantedRun late = granted(store(), request);
        letTimePass(LEASE.plusMillis(1));
        GrantedRun next = granted(store(), retry(request));

        assertThat(local(late, "ride", 0)).isFalse();
        assertThat(late.steps().start("charge", 1, RunSteps.ALWAYS)).isFalse();

        assertThat(next.steps().recorded()).isEmpty();
    }

    @Test
    default void an_ended_run_records_no_step() {
        GrantedRun done = granted(store(), resuming(request("ended-run")));
        done.complete(response("done"));
        GrantedRun unknown = granted(store(), resuming(request("unknown-run")));
        unknown.markUnknown("error");

        assertThat(local(done, "ride", 0)).isFalse();
        assertThat(done.steps().start("charge", 1, RunSteps.ALWAYS)).isFalse();
        assertThat(local(unknown, "ride", 0)).isFalse();
    }

    @Test
    default void a_local_step_is_recorded_once() {
        GrantedRun run = granted(store(), resuming(request("local-twice")));

        assertThat(local(run, "ride", 0)).isTrue();
        assertThat(local(run, "ride", 0)).isFalse();

        assertThat(names(run.steps())).containsExactly("ride");
    }

    @Test
    default void a_local_step_that_was_rolled_back_is_not_there() {
        GrantedRun run = granted(store(), resuming(request("rolled-back")));
        inTransaction(() -> {
            run.steps().finishLocal("ride", 0, bytes("undone"));
            return false;
        });
        run.steps().undoLocal("ride");

        assertThat(run.steps().recorded()).isEmpty();
        assertThat(local(run, "ride", 0)).isTrue();
    }

    @Test
    default void a_started_step_is_not_done() {
        ReservationRequest request = resuming(request("started"));
        GrantedRun first = granted(store(), request);
        assertThat(first.steps().start("charge", 0, Duration.ZERO)).isTrue();
        first.fail("error");

        RecordedStep found = granted(store(), retry(request)).steps().recorded().get(0);

        assertThat(found.isDone()).isFalse();
        assertThat(found.result()).isEmpty();
    }

    @Test
    default void an_effect_is_asked_for_again_only_while_the_other_system_knows_the_key() {
        ReservationRequest request = resuming(request("repeatable"));
        granted(store(), request).steps().start("charge", 0, Duration.ofMinutes(10));
        letTimePass(Duration.ofMinutes(9));
        GrantedRun second = granted(store(), retry(request));
        assertThat(second.steps().start("charge", 0, Duration.ZERO)).isFalse();
        assertThat(second.steps().start("charge", 0, Duration.ofMinutes(10))).isTrue();
        letTimePass(Duration.ofMinutes(2));

        GrantedRun third = granted(store(), retry(request));

        assertThat(third.steps().start("charge", 0, Duration.ofMinutes(10)))
                .as("counted from the first call, not from the second")
                .isFalse();
        assertThat(third.steps().start("charge", 0, RunSteps.ALWAYS)).isTrue();
    }

    @Test
    default void a_call_whose_answer_was_lost_may_be_made_again() {
        GrantedRun run = granted(store(), resuming(request("asked-twice")));

        assertThat(run.steps().start("charge", 0, Duration.ZERO)).isTrue();
        assertThat(run.steps().start("charge", 0, Duration.ZERO)).isTrue();
        assertThat(run.steps().finish("charge", Optional.of("id"), Optional.empty()))
                .isTrue();
        assertThat(run.steps().finish("charge", Optional.of("id"), Optional.empty()))
                .isTrue();
        assertThat(run.steps().start("charge", 0, RunSteps.ALWAYS))
                .as("it is done")
                .isFalse();

        assertThat(run.steps().recorded()).hasSize(1);
    }

    @Test
    default void a_late_owner_says_what_has_happened_until_another_run_asks_again() {
        ReservationRequest request = resuming(request("late-finish"));
        GrantedRun first = granted(store(), request);
        first.steps().start("charge", 0, Duration.ZERO);
        first.steps().start("email", 1, Duration.ZERO);
        letTimePass(LEASE.plusMillis(1));
        GrantedRun next = granted(store(), retry(request));
        next.steps().start("email", 1, RunSteps.ALWAYS);

        assertThat(external(first, "charge", 0)).as("it may not start again").isFalse();
        assertThat(first.steps().finish("charge", Optional.of("id"), Optional.of(bytes("late"))))
                .isTrue();
        assertThat(first.steps().finish("email", Optional.of("id"), Optional.of(bytes("late"))))
                .isFalse();

        assertThat(next.steps().recorded()).extracting(RecordedStep::isDone).containsExactly(true, false);
        assertThat(next.steps().start("charge", 0, RunSteps.ALWAYS)).isFalse();
    }

    @Test
    default void an_effect_that_did_not_happen_is_forgotten_unless_an_earlier_run_asked() {
        ReservationRequest request = resuming(request("cancelled"));
        GrantedRun first = granted(store(), request);
        first.steps().start("charge", 0, Duration.ZERO);
        first.steps().cancel("charge");
        assertThat(first.steps().recorded()).isEmpty();
        first.steps().start("charge", 0, Duration.ZERO);
        letTimePass(LEASE.plusMillis(1));
        GrantedRun second = granted(store(), retry(request));
        second.steps().start("charge", 0, RunSteps.ALWAYS);

        second.steps().cancel("charge");

        assertThat(names(second.steps())).containsExactly("charge");
    }

    @Test
    default void a_key_that_is_used_anew_has_no_steps() {
        ReservationRequest request = resuming(request("anew"));
        GrantedRun first = granted(store(), request);
        local(first, "ride", 0);
        external(first, "charge", 1);
        first.complete(response("done"));
        letTimePass(RETENTION);

        GrantedRun anew = granted(store(), retry(request));

        assertThat(anew.steps().recorded()).isEmpty();
        assertThat(local(anew, "ride", 0)).isTrue();
        assertThat(names(anew.steps())).containsExactly("ride");
    }

    @ParameterizedTest
    @EnumSource
    default void steps_end_with_their_record(Reaping reaping) {
        ReservationRequest request = resuming(request("reaped-steps"));
        GrantedRun first = granted(store(), request);
        local(first, "ride", 0);
        first.fail("error");
        letTimePass(RETENTION);
        assertThat(store().reap(reaping, 100)).isOne();

        GrantedRun anew = granted(store(), retry(request));

        assertThat(anew.steps().recorded()).isEmpty();
        assertThat(stepsInAll()).isZero();
    }

    @Test
    default void steps_end_with_a_record_that_an_operator_removes() {
        for (String key : List.of("evicted", "purged")) {
            GrantedRun run = granted(store(), resuming(request(key)));
            local(run, "ride", 0);
            run.complete(response("done"));
        }

        store().evict(request("evicted").id(), Requests.BY_HAND);
        assertThat(stepsInAll()).isOne();
        store().evictAll(request("purged").id().scope(), Requests.BY_HAND);

        assertThat(stepsInAll()).isZero();
    }

    /** How many steps are stored, of whatever record. */
    int stepsInAll();

    @Test
    default void a_run_that_was_abandoned_after_a_step_becomes_unknown() {
        ReservationRequest request = resuming(request("abandoned"));
        local(granted(store(), request), "ride", 0);
        ReservationRequest without = resuming(request("abandoned-without-a-step"));
        granted(store(), without);
        letTimePass(LEASE.plusHours(1).minusSeconds(5));
        assertThat(store().sweepAbandoned(Duration.ofHours(1), Duration.ofDays(1), 100))
                .isZero();
        letTimePass(Duration.ofSeconds(10));
        assertThat(store().sweepAbandoned(Duration.ofHours(1), Duration.ofSeconds(1), 100))
                .as("longer ago than it looks back")
                .isZero();

        assertThat(store().sweepAbandoned(Duration.ofHours(1), Duration.ofDays(1), 100))
                .isOne();

        assertThat(store().find(request.id()).orElseThrow().state()).isEqualTo(State.UNKNOWN);
        assertThat(store().find(request.id()).orElseThrow().lastError()).isEqualTo("abandoned");
        assertThat(store().find(without.id()).orElseThrow().state()).isEqualTo(State.IN_PROGRESS);
    }

    @Test
    default void a_run_that_was_ended_by_the_next_one_for_its_entity_keeps_its_steps() {
        Entity entity = new Entity(request("entity").id().scope(), "order:1");
        ReservationRequest request = Requests.on(entity, resuming(request("ended-for-its-entity")));
        local(granted(store(), request), "ride", 0);
        letTimePass(LEASE.plusMillis(1));
        granted(store(), Requests.on(entity, request("another-of-the-entity"))).complete(response("done"));

        assertThat(names(granted(store(), retry(request)).steps())).containsExactly("ride");
    }

    @Test
    default void a_run_after_reconciliation_finds_the_steps() {
        ReservationRequest request = resuming(request("reconciled-steps"));
        GrantedRun first = granted(store(), request);
        local(first, "ride", 0);
        first.markUnknown("error");
        store().resolve(request.id(), first.lease().token(), new Resolution.NotExecuted(RETENTION), Optional.empty());

        assertThat(names(granted(store(), retry(request)).steps())).containsExactly("ride");
    }
}
