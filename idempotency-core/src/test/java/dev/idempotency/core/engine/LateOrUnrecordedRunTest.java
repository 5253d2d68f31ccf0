package dev.idempotency.core.engine;

import static dev.idempotency.core.engine.FaultyReservations.Fault.ANSWER_LOST;
import static dev.idempotency.core.engine.FaultyReservations.Fault.CALL_LOST;
import static dev.idempotency.core.engine.FaultyReservations.Fault.NONE;
import static dev.idempotency.core.engine.FaultyReservations.Fault.NOT_REACHED;
import static dev.idempotency.core.engine.FaultyReservations.Fault.NOT_REACHED_IN_TIME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.record.Records;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Runs whose outcome could not be recorded, or came too late. */
class LateOrUnrecordedRunTest extends EngineFixture {

    @Test
    void an_unreachable_store_runs_nothing() {
        line.failNext(NOT_REACHED);

        assertThatThrownBy(() -> execute(run -> DONE)).isInstanceOf(StoreException.NotApplied.class);

        assertThat(runs).hasValue(0);
    }

    @Test
    void a_lost_answer_to_the_completion_is_asked_for_once_more() throws Exception {
        for (FaultyReservations.Fault fault : List.of(ANSWER_LOST, CALL_LOST)) {
            RunRequest request = request(UUID.randomUUID().toString());
            RunResult answer = execute(engine, request, run -> {
                line.failNext(fault);
                return DONE;
            });

            assertThat(answer)
                    .isInstanceOfSatisfying(
                            RunResult.Fresh.class,
                            own -> assertThat(own.keptUntil()).isPresent());
            assertThat(store.find(request.id()).orElseThrow().state()).isEqualTo(State.COMPLETED);
        }
    }

    @Test
    void a_store_failure_after_success_delivers_the_answer_and_the_record_becomes_unknown() throws Exception {
        RunResult answer = execute(run -> {
            line.failNext(NOT_REACHED);
            return DONE;
        });

        assertThat(answer).isEqualTo(new RunResult.Fresh(DONE, Optional.empty()));
        assertThat(state()).isEqualTo(State.UNKNOWN);
        assertThat(execute(run -> DONE)).isInstanceOf(RunResult.Recorded.class);
        assertThat(runs).hasValue(1);
    }

    @Test
    void a_store_that_stays_away_after_success_does_not_keep_the_answer_from_the_client() throws Exception {
        RunResult answer = execute(run -> {
            line.failNext(CALL_LOST, NOT_REACHED, NOT_REACHED);
            return DONE;
        });

        assertThat(answer).isEqualTo(new RunResult.Fresh(DONE, Optional.empty()));
        assertThat(state()).isEqualTo(State.IN_PROGRESS);
    }

    @Test
    void a_store_failure_after_the_lease_may_have_ended_withholds_the_answer() throws Exception {
        RunRequest brief = request("brief", Duration.ofNanos(1));

        RunResult answer = execute(engine, brief, run -> {
            line.failNext(NOT_REACHED);
            return DONE;
        });

        assertThat(answer).isEqualTo(new RunResult.Withheld());
    }

    @Test
    void an_answer_is_withheld_when_its_lease_runs_out_while_the_store_is_being_asked() throws Exception {
        RunRequest brief = request("brief", Duration.ofMillis(200));

        RunResult answer = execute(engine, brief, run -> {
            line.failNext(NOT_REACHED, NOT_REACHED_IN_TIME);
            return DONE;
        });

        assertThat(answer).isEqualTo(new RunResult.Withheld());
    }

    @Test
    void an_answer_that_was_not_recorded_is_withheld_where_the_next_request_takes_over() throws Exception {
        RunRequest takingOver = request("key", Records.LEASE, OnLapsedLease.TAKE_OVER, Waiting.NONE);

        RunResult answer = execute(engine, takingOver, run -> {
            line.failNext(NOT_REACHED);
            return DONE;
        });

        assertThat(answer).isEqualTo(new RunResult.Withheld());
        assertThat(state()).isEqualTo(State.IN_PROGRESS);
    }

    @Test
    void a_handler_that_outlives_its_lease_loses_and_answers_from_the_record() throws Exception {
        RecordedAnswer successors = RecordedAnswer.of(200, List.of(), new byte[] {9});

        RunResult answer = execute(run -> {
            run.fail("planted");
            Reservation.Granted successor = (Reservation.Granted) store.reserve(rival("key"));
            successor.run().complete(successors);
            return DONE;
        });

        assertThat(answer)
                .isInstanceOfSatisfying(
                        RunResult.Recorded.class,
                        record -> assertThat(record.reservation())
                                .isInstanceOfSatisfying(
                                        Reservation.Replay.class,
                                        replay -> assertThat(replay.response()).isEqualTo(successors)));
    }

    @Test
    void a_late_handler_about_which_nothing_is_known_must_be_asked_again() throws Exception {
        assertThat(execute(run -> {
                    run.fail("planted");
                    return DONE;
                }))
                .isEqualTo(new RunResult.Withheld());
        assertThat(execute(engine, request("other"), run -> {
                    run.fail("planted");
                    line.failNext(NONE, NOT_REACHED);
                    return DONE;
                }))
                .isEqualTo(new RunResult.Withheld());
    }

    @Test
    void a_late_handler_that_throws_changes_nothing() {
        assertThatThrownBy(() -> execute(run -> {
                    run.complete(DONE);
                    throw new IllegalStateException();
                }))
                .isInstanceOf(IllegalStateException.class);

        assertThat(state()).isEqualTo(State.COMPLETED);
    }

    @Test
    void an_exception_is_thrown_on_even_if_it_cannot_be_recorded() {
        assertThatThrownBy(() -> execute(run -> {
                    line.failNext(NOT_REACHED);
                    throw new IllegalStateException("original");
                }))
                .hasMessage("original");
    }
}
