package dev.idempotency.chaos.run;

import dev.idempotency.chaos.check.Verdict;
import dev.idempotency.chaos.history.Way;
import dev.idempotency.chaos.plant.Plant;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The forms of a run, by the first argument: {@code short}, {@code full}, {@code seeds} (twenty full runs) or {@code plants}
 * (every planted bug, at most three short runs each). Further arguments are {@code seed=}, {@code plant=}, {@code ways=} and
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
            case "short" -> chaos.isGood(chaos.withWays(Settings.brief(chaos.seed)));
            case "full" -> chaos.isGood(chaos.withWays(Settings.full(chaos.seed)));
            case "seeds" -> chaos.areAllGood();
            case "plants" -> chaos.areAllCaught();
            default -> throw new IllegalArgumentException("One of short, full, seeds, plants");
        };
        System.exit(good ? 0 : 1);
    }

    private Settings withWays(Settings settings) {
        return options.containsKey("ways")
                ? settings.with(Arrays.stream(options.getOrDefault("ways", "").split(",", -1))
                        .map(Way::valueOf)
                        .toList())
                : settings;
    }

    private boolean isGood(Settings settings) throws InterruptedException {
        return new ChaosRun(settings, directory.resolve("seed-" + settings.seed()))
                .run()
                .isGood();
    }

    private boolean areAllGood() throws InterruptedException {
        boolean good = true;
        for (long each : LongStream.range(seed, seed + SEEDS).toArray()) {
            good &= isGood(withWays(Settings.full(each)));
        }
        return good;
    }

    private boolean areAllCaught() throws InterruptedException {
        List<Plant> plants = options.containsKey("plant")
                ? List.of(Plant.valueOf(options.getOrDefault("plant", "")))
                : List.of(Plant.values());
        boolean caught = true;
        for (Plant plant : plants) {
            caught &= isCaught(plant);
        }
        return caught;
    }

    private boolean isCaught(Plant plant) throws InterruptedException {
        for (int run = 1; run <= RUNS_FOR_A_BUG; run++) {
            Settings settings = withWays(Settings.brief(seed + run)).with(plant);
            Verdict verdict = new ChaosRun(settings, directory.resolve(plant + "-" + run)).run();
            if (!verdict.violations().isEmpty()) {
                log.info("{} was caught in run {}, by {}", plant, run, verdict.brokenPromises());
                return true;
            }
        }
        log.error("{} was not caught in {} runs", plant, RUNS_FOR_A_BUG);
        return false;
    }
}
