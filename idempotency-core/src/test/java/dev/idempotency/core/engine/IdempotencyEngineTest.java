package dev.idempotency.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.record.RecordedResponse;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.Reservation;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The way of a request when the store is well. */
class IdempotencyEngineTest extends EngineFixture {

    @Test
    void the_action_runs_once_and_its_answer_is_replayed() throws Exception {
        Answer first = execute(lease -> DONE);
        Answer second = execute(lease -> DONE);

        assertThat(first).isInstanceOfSatisfying(Answer.Own.class, own -> {
            assertThat(own.response()).isEqualTo(DONE);
            assertThat(own.keptUntil()).isPresent();
        });
        assertThat(second)
                .isInstanceOfSatisfying(
                        Answer.FromRecord.class,
                        answer -> assertThat(answer.reservation())
                                .isEqualTo(new Reservation.Replay(
                                        DONE, ((Answer.Own) first).keptUntil().orElseThrow())));
        assertThat(runs).hasValue(1);
    }

    @Test
    void a_5xx_is_answered_but_not_kept_and_the_retry_runs() throws Exception {
        RecordedResponse broken = RecordedResponse.of(500, List.of(), new byte[0]);

        assertThat(execute(lease -> broken)).isEqualTo(new Answer.Own(broken, Optional.empty()));

        assertThat(state()).isEqualTo(State.FAILED_RETRYABLE);
        assertThat(line.calls).contains("fail status_500");
        assertThat(execute(lease -> DONE)).isInstanceOf(Answer.Own.class);
        assertThat(runs).hasValue(2);
    }

    @Test
    void a_504_leaves_the_outcome_unknown_and_no_retry_runs() throws Exception {
        execute(lease -> RecordedResponse.of(504, List.of(), new byte[0]));

        assertThat(execute(lease -> DONE))
                .isInstanceOfSatisfying(
                        Answer.FromRecord.class,
                        answer -> assertThat(answer.reservation()).isInstanceOf(Reservation.OutcomeUnknown.class));
        assertThat(line.calls).contains("markUnknown status_504");
        assertThat(runs).hasValue(1);
    }

    @Test
    void what_the_action_throws_is_recorded_and_thrown_on_unchanged() {
        IllegalStateException thrown = new IllegalStateException("confidential");

        assertThatThrownBy(() -> execute(lease -> {
                    throw thrown;
                }))
                .isSameAs(thrown);

        assertThat(state()).isEqualTo(State.FAILED_RETRYABLE);
        assertThat(line.calls).contains("fail IllegalStateException");
    }

    @Test
    void a_timeout_inside_the_action_leaves_the_outcome_unknown() {
        assertThatThrownBy(() -> execute(lease -> {
                    throw new SocketTimeoutException();
                }))
                .isInstanceOf(SocketTimeoutException.class);

        assertThat(state()).isEqualTo(State.UNKNOWN);
    }

    @Test
    void a_run_ends_once() {
        IdempotencyEngine.Attempt attempt = engine.reserve(request("key"), Waiting.NONE);
        Run run = engine.start(attempt, (Reservation.Granted) attempt.reservation());
        run.answered(DONE);

        assertThatIllegalStateException().isThrownBy(() -> run.answered(DONE));
        assertThatIllegalStateException().isThrownBy(() -> run.threw(new IllegalStateException()));
    }
}
