package dev.idempotency.core.internal.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReconcileBackoffTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private final ReconcileBackoff backoff = new ReconcileBackoff(SECOND, Duration.ofSeconds(10), 100);

    @Test
    void pauses_double_up_to_the_longest() {
        assertThat(pause(0)).isEqualTo(1_000);
        assertThat(pause(1)).isEqualTo(2_000);
        assertThat(pause(3)).isEqualTo(8_000);
        assertThat(pause(4)).isEqualTo(10_000);
        assertThat(pause(98)).isEqualTo(10_000);
    }

    @Test
    void pauses_are_spread_by_a_fifth_to_both_sides() {
        assertThat(backoff.after(0, () -> 0).orElseThrow()).isEqualTo(Duration.ofMillis(800));
        assertThat(backoff.after(0, () -> 1).orElseThrow()).isEqualTo(Duration.ofMillis(1_200));
    }

    @Test
    void after_the_last_attempt_there_is_none() {
        assertThat(backoff.after(98, () -> 0.5)).isPresent();
        assertThat(backoff.after(99, () -> 0.5)).isEmpty();
    }

    @Test
    void pauses_that_shrink_or_no_attempts_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ReconcileBackoff(Duration.ZERO, SECOND, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new ReconcileBackoff(SECOND, Duration.ofMillis(1), 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new ReconcileBackoff(SECOND, SECOND, 0));
    }

    private long pause(int failed) {
        return backoff.after(failed, () -> 0.5).orElseThrow().toMillis();
    }
}
