package dev.idempotency.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.chaos.check.Verdict;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The short form, with the seed that the system property {@code chaos.seed} gives, or one of the moment. */
class ShortFormTest {

    @Test
    void nothing_is_done_twice_or_lost_whatever_breaks() throws InterruptedException {
        long seed = Long.getLong("chaos.seed", System.currentTimeMillis() % 1_000_000);

        Verdict verdict = new ChaosRun(ChaosSettings.brief(seed), Path.of("target", "chaos", "short")).run();

        assertThat(verdict.violations())
                .as("seed %d%n%s", seed, verdict.account())
                .isEmpty();
        assertThat(verdict.vacuous()).as("seed %d", seed).isEmpty();
    }
}
