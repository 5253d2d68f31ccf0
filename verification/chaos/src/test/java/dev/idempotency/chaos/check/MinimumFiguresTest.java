package dev.idempotency.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.chaos.history.FaultKind;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MinimumFiguresTest {

    private static final MinimumFigures BAR =
            new MinimumFigures(100, 200, 3, Map.of(FaultKind.KILL, 2, FaultKind.PAUSE, 1));

    @Test
    void a_run_that_has_shown_enough_is_not_vacuous() {
        assertThat(BAR.missedBy(figures(99, 33, Map.of(FaultKind.KILL, 2L, FaultKind.PAUSE, 1L))))
                .isEmpty();
    }

    @Test
    void a_run_in_which_too_many_keys_got_no_answer_is_vacuous() {
        assertThat(BAR.missedBy(figures(98, 33, Map.of(FaultKind.KILL, 2L, FaultKind.PAUSE, 1L))))
                .containsExactly("acknowledged keys: 98, at least 99 needed");
    }

    @Test
    void a_run_without_enough_duplicates_is_vacuous() {
        assertThat(BAR.missedBy(figures(99, 29, Map.of(FaultKind.KILL, 2L, FaultKind.PAUSE, 1L))))
                .containsExactly("duplicated keys: 29, at least 33 needed");
    }

    @Test
    void a_run_without_a_kind_of_fault_is_vacuous() {
        assertThat(BAR.missedBy(figures(99, 33, Map.of(FaultKind.KILL, 1L))))
                .containsExactlyInAnyOrder(
                        "faults: 1, at least 3 needed",
                        "KILL faults: 1, at least 2 needed",
                        "PAUSE faults: 0, at least 1 needed");
    }

    @Test
    void clients_that_leave_are_no_faults_that_a_run_could_do_with_instead_of_others() {
        assertThat(BAR.missedBy(figures(
                        99,
                        33,
                        Map.of(
                                FaultKind.KILL, 2L,
                                FaultKind.PAUSE, 0L,
                                FaultKind.LEFT_WHILE_RUNNING, 100L))))
                .containsExactlyInAnyOrder("faults: 2, at least 3 needed", "PAUSE faults: 0, at least 1 needed");
    }

    private static Figures figures(int acknowledged, int duplicated, Map<FaultKind, Long> faults) {
        return new Figures(110, 200, 4, duplicated, 100, acknowledged, 100, faults);
    }
}
