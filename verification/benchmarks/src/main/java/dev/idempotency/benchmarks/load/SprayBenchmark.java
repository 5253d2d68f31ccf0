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
 * What others notice of one caller who uses new keys as quickly as it can.
 *
 * <p>Ten thousand callers share sixteen connections, and the sprayer has one or four of its own. In each round the others have the
 * machine without the sprayer, beside it, beside the same flood refused by a filter that does nothing else, and beside the
 * sprayer without limits, in an order that changes. Client, application and database share the machine: a refused request costs its
 * HTTP, whoever refuses it, and only what is lost beyond that is ours.
 */
public final class SprayBenchmark {

    private static final Logger log = LoggerFactory.getLogger(SprayBenchmark.class);

    private static final int OTHERS = 10_000;
    private static final int CONNECTIONS = 16;
    private static final int ACTIVE_KEYS = 1_000;
    private static final String TENANTS = "--idempotency.scope.tenant-attribute=caller";
    private static final String PROTECTED = "/lease";
    private static final String REFUSED = "/refused";

    private final Application limited;
    private final Application unlimited;
    private final LoadSettings settings;
    private final Map<Turn, List<Double>> throughputs = new EnumMap<>(Turn.class);
    private final Map<Turn, List<Double>> floods = new EnumMap<>(Turn.class);
    private long sprayed;
    private long refused;

    private enum Turn {
        ALONE(0, true, PROTECTED),
        BESIDE_ONE(1, true, PROTECTED),
        BESIDE_FOUR(4, true, PROTECTED),
        BESIDE_ONE_REFUSED_BY_A_FILTER(1, true, REFUSED),
        BESIDE_FOUR_REFUSED_BY_A_FILTER(4, true, REFUSED),
        ALONE_WITHOUT_LIMITS(0, false, PROTECTED),
        BESIDE_ONE_WITHOUT_LIMITS(1, false, PROTECTED),
        BESIDE_FOUR_WITHOUT_LIMITS(4, false, PROTECTED);

        private final int sprayers;
        private final boolean limits;
        private final String path;

        Turn(int sprayers, boolean limits, String path) {
            this.sprayers = sprayers;
            this.limits = limits;
            this.path = path;
        }

        Turn alone() {
            return limits ? ALONE : ALONE_WITHOUT_LIMITS;
        }

        boolean isSprayedWithinLimits() {
            return limits && path.equals(PROTECTED);
        }
    }

    private SprayBenchmark(Application limited, Application unlimited, LoadSettings settings) {
        this.limited = limited;
        this.unlimited = unlimited;
        this.settings = settings;
    }

    public static void main(String[] arguments) {
        LoadSettings settings = LoadSettings.of(arguments);
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
        for (Turn turn :
                List.of(Turn.BESIDE_FOUR, Turn.BESIDE_FOUR_REFUSED_BY_A_FILTER, Turn.BESIDE_FOUR_WITHOUT_LIMITS)) {
            take(turn, settings.warmUp());
        }
        throughputs.clear();
        floods.clear();
        sprayed = 0;
        refused = 0;
        for (int round = 1; round <= settings.rounds(); round++) {
            List<Turn> order = new ArrayList<>(List.of(Turn.values()));
            Collections.shuffle(order);
            for (Turn turn : order) {
                take(turn, settings.slice());
            }
        }
        report();
    }

    private void report() {
        for (Turn turn : Turn.values()) {
            log.info("{}: {}", turn, ratios(throughputs, turn, throughputs, turn.alone()));
            log.info("  requests of the sprayer to one of the others: {}", ratios(floods, turn, throughputs, turn));
        }
        log.info(
                "Beside one, by us / by a filter: {}",
                ratios(throughputs, Turn.BESIDE_ONE, throughputs, Turn.BESIDE_ONE_REFUSED_BY_A_FILTER));
        log.info(
                "Beside four, by us / by a filter: {}",
                ratios(throughputs, Turn.BESIDE_FOUR, throughputs, Turn.BESIDE_FOUR_REFUSED_BY_A_FILTER));
        log.info("Of {} requests of the limited sprayer {} were refused", sprayed, refused);
        log.info("CPU of the application for a refusal, by us / by a filter: {}", costs());
    }

    /** Of each round, sorted. */
    private static List<String> ratios(
            Map<Turn, List<Double>> figures, Turn turn, Map<Turn, List<Double>> others, Turn other) {
        List<Double> own = figures.getOrDefault(turn, List.of());
        List<Double> base = others.getOrDefault(other, List.of());
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < own.size(); i++) {
            ratios.add(own.get(i) / base.get(i));
        }
        return sorted(ratios);
    }

    private static List<String> sorted(List<Double> ratios) {
        return ratios.stream().sorted().map("%.2f"::formatted).toList();
    }

    private void take(Turn turn, Duration length) {
        Application application = turn.limits ? limited : unlimited;
        String sprayer = turn.limits ? "limited-sprayer" : "sprayer";
        Callers spraying = new Callers(application.port(), turn.path, sprayer, 1, turn.sprayers);
        Callers others = new Callers(application.port(), PROTECTED, "other", OTHERS, CONNECTIONS);
        double seconds = pass(length);
        others.stop();
        spraying.stop();
        if (others.refused() > 0) {
            throw new IllegalStateException(others.refused() + " requests of others were refused");
        }
        if (turn.isSprayedWithinLimits()) {
            sprayed += spraying.created() + spraying.refused();
            refused += spraying.refused();
        }
        put(throughputs, turn, others.created() / seconds);
        put(floods, turn, (spraying.created() + spraying.refused()) / seconds);
    }

    private static void put(Map<Turn, List<Double>> figures, Turn turn, double figure) {
        figures.computeIfAbsent(turn, unseen -> new ArrayList<>()).add(figure);
    }

    /** With nobody else there. */
    private List<String> costs() {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < settings.rounds() / 2; round++) {
            ratios.add(cost(PROTECTED) / cost(REFUSED));
        }
        return sorted(ratios);
    }

    private double cost(String path) {
        Duration before = limited.cpu();
        Callers spraying = new Callers(limited.port(), path, "limited-sprayer", 1, 1);
        pass(settings.slice());
        spraying.stop();
        return (double) limited.cpu().minus(before).toNanos() / (spraying.created() + spraying.refused());
    }

    private static double pass(Duration length) {
        long start = System.nanoTime();
        LockSupport.parkNanos(length.toNanos());
        return (System.nanoTime() - start) / 1e9;
    }
}
