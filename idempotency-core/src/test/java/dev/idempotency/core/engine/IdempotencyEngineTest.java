package dev.idempotency.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.GrantedRun.Work;
import dev.idempotency.core.store.Reservation;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The way of a request when the store is well. */
class IdempotencyEngineTest extends EngineFixture {

    @Test
    void the_action_runs_once_and_its_answer_is_replayed() throws Exception {
        RunResult first = execute(run -> DONE);
        RunResult second = execute(run -> DONE);

        assertThat(first).isInstanceOfSatisfying(RunResult.Fresh.class, own -> {
            assertThat(own.answer()).isEqualTo(DONE);
            assertThat(own.keptUntil()).isPresent();
        });
        assertThat(second)
                .isInstanceOfSatisfying(
                        RunResult.Recorded.class,
                        answer -> assertThat(answer.reservation())
                                .isEqualTo(new Reservation.Replay(
                                        DONE,
                                        ((RunResult.Fresh) first).keptUntil().orElseThrow())));
        assertThat(runs).hasValue(1);
    }

    @Test
    void a_5xx_is_answered_but_not_kept_and_the_retry_runs() throws Exception {
        RecordedAnswer broken = RecordedAnswer.of(500, List.of(), new byte[0]);

        assertThat(execute(run -> broken)).isEqualTo(new RunResult.Fresh(broken, Optional.empty()));

        assertThat(state()).isEqualTo(State.FAILED_RETRYABLE);
        assertThat(line.calls).contains("fail status_500");
        assertThat(execute(run -> DONE)).isInstanceOf(RunResult.Fresh.class);
        assertThat(runs).hasValue(2);
    }

    @Test
    void a_504_leaves_the_outcome_unknown_and_no_retry_runs() throws Exception {
        execute(run -> RecordedAnswer.of(504, List.of(), new byte[0]));

        assertThat(execute(run -> DONE))
                .isInstanceOfSatisfying(
                        RunResult.Recorded.class,
                        answer -> assertThat(answer.reservation()).isInstanceOf(Reservation.OutcomeUnknown.class));
        assertThat(line.calls).contains("markUnknown status_504");
        assertThat(runs).hasValue(1);
    }

    @Test
    void what_the_action_throws_is_recorded_and_thrown_on_unchanged() {
        IllegalStateException thrown = new IllegalStateException("confidential");

        assertThatThrownBy(() -> execute(run -> {
                    throw thrown;
                }))
                .isSameAs(thrown);

        assertThat(state()).isEqualTo(State.FAILED_RETRYABLE);
        assertThat(line.calls).contains("fail IllegalStateException");
    }

    @Test
    void a_timeout_inside_the_action_leaves_the_outcome_unknown() {
        assertThatThrownBy(() -> execute(run -> {
                    throw new SocketTimeoutException();
                }))
                .isInstanceOf(SocketTimeoutException.class);

        assertThat(state()).isEqualTo(State.UNKNOWN);
    }

    @Test
    void a_run_ends_once() {
        Run run = begun(engine, request("key"));
        run.finish(Ending.stored(DONE));

        assertThatIllegalStateException().isThrownBy(() -> run.finish(Ending.stored(DONE)));
        assertThatIllegalStateException().isThrownBy(() -> run.failed(Outcome.RETRYABLE, new IllegalStateException()));
    }

    @Test
    void an_exception_that_a_caller_calls_stored_leaves_the_outcome_unknown() {
        begun(engine, request("key")).failed(Outcome.STORED, new IllegalStateException());

        assertThat(state()).isEqualTo(State.UNKNOWN);
    }

    @Test
    void an_answer_that_stands_without_its_work_is_recorded_as_its_caller_says() {
        Run run = begun(engine, request("key"));

        assertThat(run.finish(new Ending(Outcome.STORED, DONE, Work.UNDONE, "refused")))
                .isInstanceOf(RunResult.Fresh.class);

        assertThat(state()).isEqualTo(State.COMPLETED);
    }
}
