package dev.idempotency.chaos.run;

import dev.idempotency.chaos.check.Verdict;
import dev.idempotency.chaos.history.EndpointKind;
import dev.idempotency.chaos.seededbug.SeededBug;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The forms of a run, by the first argument: {@code short}, {@code full}, {@code seeds} (twenty full runs) or {@code seeded-bugs}
 * (every seeded bug, at most three short runs each). Further arguments are {@code seed=}, {@code seeded-bug=}, {@code endpoints=} and
 * {@code to=}, a directory. Ends with status 1 when a promise was broken, when a run has shown too little, or when a bug was not caught.
 */
public final class Chaos {

    private static final Logger log = LoggerFactory.getLogger(Chaos.class);
    private static final int SEEDS = 20;
    private static final int RUNS_FOR_A_BUG = 3;

    private final long seed;
    private final Path directory;
    private final Map<String, String> options;

    private Chaos(Map<String, String> options) {
        this.seed = Long.parseLong(options.getOrDefault("seed", Long.toString(System.currentTimeMillis() % 1_000_000)));
        this.directory = Path.of(options.getOrDefault("to", "target/chaos"));
        this.options = options;
    }

    public static void main(String[] arguments) throws InterruptedException {
        Map<String, String> options = Arrays.stream(arguments)
                .map(argument -> argument.split("=", 2))
                .filter(pair -> pair.length == 2)
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        Chaos chaos = new Chaos(options);
        boolean good = switch (arguments.length == 0 ? "" : arguments[0]) {
            case "short" -> chaos.isGood(chaos.withEndpoints(ChaosSettings.brief(chaos.seed)));
            case "full" -> chaos.isGood(chaos.withEndpoints(ChaosSettings.full(chaos.seed)));
            case "seeds" -> chaos.areAllGood();
            case "seeded-bugs" -> chaos.areAllCaught();
            default -> throw new IllegalArgumentException("One of short, full, seeds, seeded-bugs");
        };
        System.exit(good ? 0 : 1);
    }

    private ChaosSettings withEndpoints(ChaosSettings settings) {
        return options.containsKey("endpoints")
                ? settings.with(
                        Arrays.stream(options.getOrDefault("endpoints", "").split(",", -1))
                                .map(EndpointKind::valueOf)
                                .toList())
                : settings;
    }

    private boolean isGood(ChaosSettings settings) throws InterruptedException {
        return new ChaosRun(settings, directory.resolve("seed-" + settings.seed()))
                .run()
                .isGood();
    }

    private boolean areAllGood() throws InterruptedException {
        boolean good = true;
        for (long each : LongStream.range(seed, seed + SEEDS).toArray()) {
            good &= isGood(withEndpoints(ChaosSettings.full(each)));
        }
        return good;
    }

    private boolean areAllCaught() throws InterruptedException {
        List<SeededBug> bugs = options.containsKey("seeded-bug")
                ? List.of(SeededBug.valueOf(options.getOrDefault("seeded-bug", "")))
                : List.of(SeededBug.values());
        boolean caught = true;
        for (SeededBug seededBug : bugs) {
            caught &= isCaught(seededBug);
        }
        return caught;
    }

    private boolean isCaught(SeededBug seededBug) throws InterruptedException {
        for (int run = 1; run <= RUNS_FOR_A_BUG; run++) {
            ChaosSettings settings =
                    withEndpoints(ChaosSettings.brief(seed + run)).with(seededBug);
            Verdict verdict = new ChaosRun(settings, directory.resolve(seededBug + "-" + run)).run();
            if (!verdict.violations().isEmpty()) {
                log.info("{} was caught in run {}, by {}", seededBug, run, verdict.brokenPromises());
                return true;
            }
        }
        log.error("{} was not caught in {} runs", seededBug, RUNS_FOR_A_BUG);
        return false;
    }
}
