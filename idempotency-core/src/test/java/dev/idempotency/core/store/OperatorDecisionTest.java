package dev.idempotency.core.store;

import static dev.idempotency.core.record.Records.RESPONSE;
import static dev.idempotency.core.record.Records.RETENTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idempotency.core.store.DecisionLogEntry.Action;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperatorDecisionTest {

    private static final String LONGEST = "x".repeat(255);

    @Test
    void a_decision_keeps_who_and_why() {
        OperatorDecision decision = new OperatorDecision(LONGEST, LONGEST);

        assertThat(decision.by()).isEqualTo(LONGEST);
        assertThat(decision.why()).isEqualTo(LONGEST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\0", "Ada\0"})
    void nobody_decides_without_a_name_or_a_reason(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OperatorDecision(text, "planned"))
                .withMessage("Who decided must have 1 to 255 characters and no NUL, but has " + text.length());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OperatorDecision("Ada", text))
                .withMessage("Why must have 1 to 255 characters and no NUL, but has " + text.length());
    }

    @Test
    void a_name_or_a_reason_is_no_longer_than_its_column() {
        assertThatIllegalArgumentException().isThrownBy(() -> new OperatorDecision(LONGEST + "x", "planned"));
        assertThatIllegalArgumentException().isThrownBy(() -> new OperatorDecision("Ada", LONGEST + "x"));
    }

    @Test
    void each_resolution_has_a_name_under_which_it_is_kept() {
        assertThat(Action.of(new Resolution.Completed(RESPONSE, RETENTION))).isEqualTo(Action.RESOLVED_COMPLETED);
        assertThat(Action.of(new Resolution.NotExecuted(RETENTION))).isEqualTo(Action.RESOLVED_NOT_EXECUTED);
        assertThat(Action.of(new Resolution.Requeued())).isEqualTo(Action.REQUEUED);
        assertThat(Action.of(new Resolution.StillUnknown(Optional.empty()))).isEqualTo(Action.LEFT_UNKNOWN);
    }
}
