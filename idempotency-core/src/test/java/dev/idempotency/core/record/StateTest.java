package dev.idempotency.core.record;

import static dev.idempotency.core.record.State.COMPLETED;
import static dev.idempotency.core.record.State.EXPIRED;
import static dev.idempotency.core.record.State.FAILED_RETRYABLE;
import static dev.idempotency.core.record.State.IN_PROGRESS;
import static dev.idempotency.core.record.State.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StateTest {

    private static final Map<State, Set<State>> LEGAL = Map.of(
            IN_PROGRESS, EnumSet.of(IN_PROGRESS, COMPLETED, FAILED_RETRYABLE, UNKNOWN),
            COMPLETED, EnumSet.of(EXPIRED),
            FAILED_RETRYABLE, EnumSet.of(IN_PROGRESS, EXPIRED),
            UNKNOWN, EnumSet.of(COMPLETED, FAILED_RETRYABLE),
            EXPIRED, EnumSet.of(IN_PROGRESS));

    @ParameterizedTest
    @EnumSource
    void each_state_can_become_exactly_what_the_drawing_shows(State from) {
        for (State to : State.values()) {
            assertThat(from.canBecome(to))
                    .as("%s to %s", from, to)
                    .isEqualTo(LEGAL.get(from).contains(to));
        }
    }

    @Test
    void only_a_certain_outcome_is_settled() {
        assertThat(State.values()).filteredOn(State::isSettled).containsExactly(COMPLETED, FAILED_RETRYABLE, EXPIRED);
    }
}
