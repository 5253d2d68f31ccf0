package dev.idempotency.benchmarks.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What others notice of one caller who uses new keys as quickly as it can, with and without limits.
 *
 * <p>A thousand callers share sixteen connections, and the sprayer has one or four of its own. In each round they have the machine
 * without the sprayer, beside it, and beside it without limits, in an order that changes. Client, application and database share the
 * machine: a refused request costs its HTTP, whoever refuses it.
 */
public final class SprayBenchmark {

    private static final Logger log = LoggerFactory.getLogger(SprayBenchmark.class);

    private static final int OTHERS = 1_000;
    private static final int CONNECTIONS = 16;
    private static final int ACTIVE_KEYS = 1_000;
    private static final String TENANTS = "--idempotency.scope.tenant-attribute=caller";

    private final Application limited;
    private final Application unlimited;
    private final Settings settings;
    private final Map<Turn, List<Double>> throughputs = new EnumMap<>(Turn.class);
    private long sprayed;
    private long refused;

    private enum Turn {
        ALONE(0, true),
        BESIDE_ONE(1, true),
        BESIDE_FOUR(4, true),
        ALONE_WITHOUT_LIMITS(0, false),
        BESIDE_ONE_WITHOUT_LIMITS(1, false),
        BESIDE_FOUR_WITHOUT_LIMITS(4, false);

        private final int sprayers;
        private final boolean limits;

        Turn(int sprayers, boolean limits) {
            this.sprayers = sprayers;
            this.limits = limits;
        }

        Turn alone() {
            return limits ? ALONE : ALONE_WITHOUT_LIMITS;
        }
    }

    private SprayBenchmark(Application limited, Application unlimited, Settings settings) {
        this.limited = limited;
        this.unlimited = unlimited;
        this.settings = settings;
    }

    public static void main(String[] arguments) {
        Settings settings = Settings.of(arguments);
        try (PostgresMeter postgres = new PostgresMeter();
                Application limited = Application.start(
                        "limited",
                        postgres.database(),
                        settings,
                        TENANTS,
                        "--idempotency.limits.active-keys=" + ACTIVE_KEYS,
                        "--idempotency.limits.new-keys-per-second=50");
                Application unlimited = Application.start("unlimited", postgres.database(), settings, TENANTS)) {
            SprayBenchmark benchmark = new SprayBenchmark(limited, unlimited, settings);
            benchmark.run();
            log.info(
                    "Records of the sprayer that was limited: {}",
                    postgres.recordsOf("t:limited-sprayer0|a:anonymous"));
        }
        System.exit(0);
    }

    private void run() {
        for (Turn turn : List.of(Turn.BESIDE_FOUR, Turn.BESIDE_FOUR_WITHOUT_LIMITS)) {
            throughput(turn, settings.warmUp());
        }
        sprayed = 0;
        refused = 0;
        for (int round = 1; round <= settings.rounds(); round++) {
            List<Turn> order = new ArrayList<>(List.of(Turn.values()));
            Collections.rotate(order, round);
            for (Turn turn : order) {
                throughputs.computeIfAbsent(turn, unseen -> new ArrayList<>()).add(throughput(turn, settings.slice()));
            }
        }
        for (Turn turn : Turn.values()) {
            log.info("{}: {}", turn, ratios(turn));
        }
        log.info("Of {} requests of the limited sprayer {} were refused", sprayed, refused);
    }

    /** Of each round, sorted. */
    private List<String> ratios(Turn turn) {
        List<Double> own = throughputs.getOrDefault(turn, List.of());
        List<Double> alone = throughputs.getOrDefault(turn.alone(), List.of());
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < own.size(); i++) {
            ratios.add(own.get(i) / alone.get(i));
        }
        Collections.sort(ratios);
        return ratios.stream().map("%.2f"::formatted).toList();
    }

    private double throughput(Turn turn, Duration length) {
        Application application = turn.limits ? limited : unlimited;
        String sprayer = turn.limits ? "limited-sprayer" : "sprayer";
        Callers spraying = new Callers(application.port(), sprayer, 1, turn.sprayers);
        Callers others = new Callers(application.port(), "other", OTHERS, CONNECTIONS);
        long start = System.nanoTime();
        LockSupport.parkNanos(length.toNanos());
        others.stop();
        double seconds = (System.nanoTime() - start) / 1e9;
        spraying.stop();
        if (others.refused() > 0) {
            throw new IllegalStateException(others.refused() + " requests of others were refused");
        }
        if (turn.limits) {
            sprayed += spraying.created() + spraying.refused();
            refused += spraying.refused();
        }
        return others.created() / seconds;
    }
}
