package dev.idempotency.chaos.run;

import dev.idempotency.chaos.check.Bar;
import dev.idempotency.chaos.history.FaultKind;
import dev.idempotency.chaos.history.Way;
import dev.idempotency.chaos.plant.Plant;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a run is like.
 *
 * @param length how long there are new keys and faults
 * @param faults how many of each kind
 * @param bar what the run must show at least, not to be vacuous
 */
public record Settings(
        long seed,
        int nodes,
        Duration lease,
        Duration sweep,
        Duration length,
        int keysPerSecond,
        List<Way> ways,
        Map<FaultKind, Integer> faults,
        Optional<Plant> plant,
        Bar bar) {

    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration SWEEP = Duration.ofSeconds(3);

    private static final Map<FaultKind, Integer> A_FEW = Map.of(
            FaultKind.KILL, 2,
            FaultKind.PAUSE, 3,
            FaultKind.DATABASE_CRASH, 1,
            FaultKind.CUT, 1,
            FaultKind.BLACK_HOLE, 1,
            FaultKind.REFUSE, 1,
            FaultKind.TERMINATE, 1,
            FaultKind.COMMIT_CUT, 3);

    private static final Map<FaultKind, Integer> MANY = Map.of(
            FaultKind.KILL, 21,
            FaultKind.PAUSE, 19,
            FaultKind.DATABASE_CRASH, 13,
            FaultKind.CUT, 13,
            FaultKind.BLACK_HOLE, 13,
            FaultKind.REFUSE, 13,
            FaultKind.TERMINATE, 13,
            FaultKind.COMMIT_CUT, 26);

    private static final Map<FaultKind, Integer> MANY_NEEDED = Map.of(
            FaultKind.KILL, 20,
            FaultKind.PAUSE, 18,
            FaultKind.DATABASE_CRASH, 12,
            FaultKind.CUT, 12,
            FaultKind.BLACK_HOLE, 12,
            FaultKind.REFUSE, 12,
            FaultKind.TERMINATE, 12,
            FaultKind.COMMIT_CUT, 20);

    private static final Map<FaultKind, Integer> ONE_OF_EACH =
            A_FEW.keySet().stream().collect(Collectors.toUnmodifiableMap(kind -> kind, kind -> 1));

    /** Less than a minute with everything around it. */
    public static Settings brief(long seed) {
        return new Settings(
                seed,
                3,
                LEASE,
                SWEEP,
                Duration.ofSeconds(20),
                40,
                List.of(Way.values()),
                A_FEW,
                Optional.empty(),
                new Bar(500, 1_000, ONE_OF_EACH));
    }

    /** Five minutes. */
    public static Settings full(long seed) {
        return new Settings(
                seed,
                3,
                LEASE,
                SWEEP,
                Duration.ofMinutes(5),
                50,
                List.of(Way.values()),
                MANY,
                Optional.empty(),
                new Bar(12_000, 20_000, MANY_NEEDED));
    }

    public Settings with(Plant bug) {
        return new Settings(seed, nodes, lease, sweep, length, keysPerSecond, ways, faults, Optional.of(bug), bar);
    }

    public Settings with(List<Way> some) {
        return new Settings(seed, nodes, lease, sweep, length, keysPerSecond, some, faults, plant, bar);
    }
}
