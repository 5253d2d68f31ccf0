package dev.idempotency.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each promise on a history that keeps it and on one that breaks it, and nothing else. */
class InvariantTest {

    static List<Example> examples() {
        return Example.all();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void a_history_that_keeps_the_promise_is_accepted(Example example) {
        assertThat(Histories.violations(example.kept())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void a_history_that_breaks_the_promise_is_convicted_of_that_and_nothing_else(Example example) {
        assertThat(Histories.violations(example.broken()))
                .isNotEmpty()
                .extracting(Violation::invariant)
                .containsOnly(example.invariant());
    }

    @Test
    void every_promise_has_an_example() {
        assertThat(examples()).extracting(Example::invariant).contains(Invariant.values());
    }
}
