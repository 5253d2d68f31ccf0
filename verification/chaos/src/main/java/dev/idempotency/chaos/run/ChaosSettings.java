package dev.idempotency.chaos.run;

import dev.idempotency.chaos.check.MinimumFigures;
import dev.idempotency.chaos.cluster.ClusterShape;
import dev.idempotency.chaos.history.EndpointKind;
import dev.idempotency.chaos.history.FaultKind;
import dev.idempotency.chaos.seededbug.SeededBug;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a run is like.
 *
 * @param length how long there are new keys and faults
 * @param grace how long a key may take to recover, besides a lease and a sweep; nobody waits longer than needed
 * @param faults how many of each kind
 * @param minimum what the run must show at least, not to be vacuous
 */
public record ChaosSettings(
        long seed,
        int nodes,
        Duration lease,
        Duration sweep,
        Duration grace,
        Duration length,
        int keysPerSecond,
        List<EndpointKind> endpoints,
        Map<FaultKind, Integer> faults,
        Optional<SeededBug> seededBug,
        MinimumFigures minimum) {

    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration SWEEP = Duration.ofSeconds(3);

    /** A build mounts no disk. */
    private static final Map<FaultKind, Integer> A_FEW = Map.ofEntries(
            Map.entry(FaultKind.KILL, 2),
            Map.entry(FaultKind.PAUSE, 5),
            Map.entry(FaultKind.DATABASE_CRASH, 1),
            Map.entry(FaultKind.CUT, 1),
            Map.entry(FaultKind.BLACK_HOLE, 1),
            Map.entry(FaultKind.REFUSE, 1),
            Map.entry(FaultKind.TERMINATE, 1),
            Map.entry(FaultKind.COMMIT_CUT, 3),
            Map.entry(FaultKind.TABLE_LOCK, 2),
            Map.entry(FaultKind.FAILOVER, 1));

    private static final Map<FaultKind, Integer> MANY = Map.ofEntries(
            Map.entry(FaultKind.KILL, 21),
            Map.entry(FaultKind.PAUSE, 19),
            Map.entry(FaultKind.DATABASE_CRASH, 13),
            Map.entry(FaultKind.CUT, 13),
            Map.entry(FaultKind.BLACK_HOLE, 13),
            Map.entry(FaultKind.REFUSE, 13),
            Map.entry(FaultKind.TERMINATE, 13),
            Map.entry(FaultKind.COMMIT_CUT, 28),
            Map.entry(FaultKind.TABLE_LOCK, 5),
            Map.entry(FaultKind.DISK_FULL, 5),
            Map.entry(FaultKind.STANDBY_STALL, 4),
            Map.entry(FaultKind.FAILOVER, 4));

    private static final Map<FaultKind, Integer> MANY_NEEDED = Map.ofEntries(
            Map.entry(FaultKind.KILL, 20),
            Map.entry(FaultKind.PAUSE, 18),
            Map.entry(FaultKind.DATABASE_CRASH, 12),
            Map.entry(FaultKind.CUT, 12),
            Map.entry(FaultKind.BLACK_HOLE, 12),
            Map.entry(FaultKind.REFUSE, 12),
            Map.entry(FaultKind.TERMINATE, 12),
            Map.entry(FaultKind.COMMIT_CUT, 20),
            Map.entry(FaultKind.TABLE_LOCK, 3),
            Map.entry(FaultKind.DISK_FULL, 3),
            Map.entry(FaultKind.STANDBY_STALL, 3),
            Map.entry(FaultKind.FAILOVER, 3),
            Map.entry(FaultKind.CLOCK_SKEW, 1),
            Map.entry(FaultKind.LEFT_WHILE_SENDING, 250),
            Map.entry(FaultKind.LEFT_AFTER_SENDING, 400),
            Map.entry(FaultKind.LEFT_WHILE_RUNNING, 300),
            Map.entry(FaultKind.LEFT_WHILE_ANSWERED, 400),
            Map.entry(FaultKind.LEFT_WHILE_PASSING, 150));

    /** Clients leave by themselves. */
    private static final Map<FaultKind, Integer> ONE_OF_EACH = Stream.concat(
                    A_FEW.keySet().stream(), Arrays.stream(FaultKind.values()).filter(FaultKind::isOfClient))
            .collect(Collectors.toUnmodifiableMap(kind -> kind, kind -> 1));

    /** Less than a minute with everything around it, on a machine that has other things to do. */
    public static ChaosSettings brief(long seed) {
        return new ChaosSettings(
                seed,
                3,
                LEASE,
                SWEEP,
                Duration.ofSeconds(20),
                Duration.ofSeconds(20),
                40,
                List.of(EndpointKind.values()),
                A_FEW,
                Optional.empty(),
                new MinimumFigures(400, 800, 10, ONE_OF_EACH));
    }

    /** Five minutes. */
    public static ChaosSettings full(long seed) {
        return new ChaosSettings(
                seed,
                3,
                LEASE,
                SWEEP,
                Duration.ofSeconds(5),
                Duration.ofMinutes(5),
                60,
                List.of(EndpointKind.values()),
                MANY,
                Optional.empty(),
                new MinimumFigures(12_000, 20_000, 120, MANY_NEEDED));
    }

    ClusterShape shape() {
        return new ClusterShape(nodes, lease, seed % 2 == 0, faults.containsKey(FaultKind.DISK_FULL), seededBug);
    }

    public ChaosSettings with(SeededBug bug) {
        return new ChaosSettings(
                seed, nodes, lease, sweep, grace, length, keysPerSecond, endpoints, faults, Optional.of(bug), minimum);
    }

    public ChaosSettings with(List<EndpointKind> some) {
        return new ChaosSettings(
                seed, nodes, lease, sweep, grace, length, keysPerSecond, some, faults, seededBug, minimum);
    }
}
