package dev.idempotency.core.engine;

import static dev.idempotency.core.engine.FaultyReservations.Fault.ANSWER_LOST;
import static dev.idempotency.core.engine.FaultyReservations.Fault.CALL_LOST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.store.StoreException;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

/** Reservations to which no answer came back. */
class LostReservationTest extends EngineFixture {

    @Test
    void a_reservation_that_was_made_is_recognised_when_its_answer_was_lost() throws Exception {
        line.failNext(ANSWER_LOST);

        assertThat(execute(run -> DONE)).isInstanceOf(RunResult.Fresh.class);

        assertThat(runs).hasValue(1);
        assertThat(line.owners).hasSize(2).allMatch(line.owners.get(0)::equals);
    }

    @Test
    void a_reservation_that_never_arrived_is_made_when_it_is_asked_for_again() throws Exception {
        line.failNext(CALL_LOST);

        assertThat(execute(run -> DONE)).isInstanceOf(RunResult.Fresh.class);
    }

    @Test
    void a_reservation_whose_answer_is_lost_twice_runs_nothing() {
        line.failNext(ANSWER_LOST, CALL_LOST);

        assertThatThrownBy(() -> execute(run -> DONE)).isInstanceOf(StoreException.AnswerLost.class);

        assertThat(runs).hasValue(0);
    }

    @Test
    void each_attempt_has_an_owner_of_its_own() {
        for (int i = 0; i < 10; i++) {
            begun(engine, request("key-" + i));
            begun(new IdempotencyEngine(line), request("other-" + i));
        }

        assertThat(new HashSet<>(line.owners)).hasSize(20);
    }
}
