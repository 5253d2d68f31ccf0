package dev.idempotency.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.chaos.history.FaultKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FaultQueueTest {

    private static final Map<FaultKind, Integer> FAULTS =
            Map.of(FaultKind.KILL, 20, FaultKind.DISK_FULL, 3, FaultKind.FAILOVER, 4);

    @Test
    void the_disk_is_full_only_while_the_first_primary_is_there() {
        for (int seed = 0; seed < 50; seed++) {
            List<FaultKind> drawn = drawn(seed);

            assertThat(drawn.lastIndexOf(FaultKind.DISK_FULL)).isLessThan(drawn.indexOf(FaultKind.FAILOVER));
            assertThat(drawn).hasSize(27).filteredOn(FaultKind.FAILOVER::equals).hasSize(4);
        }
    }

    @Test
    void another_seed_makes_another_order() {
        assertThat(IntStream.range(0, 20).mapToObj(FaultQueueTest::drawn).distinct())
                .hasSizeGreaterThan(15);
        assertThat(drawn(1)).isEqualTo(drawn(1));
    }

    private static List<FaultKind> drawn(int seed) {
        FaultQueue faults = new FaultQueue(FAULTS, new Random(seed));
        return Stream.generate(faults::next)
                .takeWhile(Optional::isPresent)
                .map(Optional::orElseThrow)
                .toList();
    }
}
