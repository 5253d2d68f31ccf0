package dev.idempotency.benchmarks.load;

import dev.idempotency.benchmarks.report.BenchmarkReport;
import dev.idempotency.benchmarks.report.Plot;
import dev.idempotency.benchmarks.report.RequestKind;
import dev.idempotency.benchmarks.report.Slice;
import dev.idempotency.benchmarks.report.Slice.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What protection costs, beside the same endpoint without it.
 *
 * <ol>
 *   <li>Start a Postgres that keeps what it has committed, and the application three times: without the starter, with it, and
 *       with it once more for the endpoints that use it, so that none has another's history in its compiled code.
 *   <li>Warm up.
 *   <li>In each round, at each number of connections, let every shape of request have the machine for a moment, in an order
 *       that changes. What is compared has run within the same few seconds.
 *   <li>The same with a disk that is slower.
 * </ol>
 */
public final class LoadBenchmark {

    private static final Logger log = LoggerFactory.getLogger(LoadBenchmark.class);
    private static final List<RequestKind> ON_SLOW_DISK =
            List.of(RequestKind.PLAIN, RequestKind.LEASE, RequestKind.TRANSACTIONAL);

    private final LoadSettings settings;
    private final Turns turns;
    private final List<Slice> slices = new ArrayList<>();

    private LoadBenchmark(LoadSettings settings, Turns turns) {
        this.settings = settings;
        this.turns = turns;
    }

    public static void main(String[] arguments) throws IOException {
        LoadSettings settings = LoadSettings.of(arguments);
        try (PostgresMeter postgres = new PostgresMeter();
                Turns turns = Turns.start(postgres, settings)) {
            new LoadBenchmark(settings, turns).run();
        }
        System.exit(0);
    }

    private void run() throws IOException {
        turns.warmUp(settings.shapes(), settings.warmUp());
        rounds(settings.rounds(), settings.shapes(), Disk.AS_IT_IS);
        List<RequestKind> slow =
                settings.shapes().stream().filter(ON_SLOW_DISK::contains).toList();
        rounds(settings.slowRounds(), slow, Disk.SLOW);
        for (RequestKind shape : settings.shapes()) {
            slices.add(turns.countStatements(shape));
        }
        Files.write(
                settings.directory().resolve("slices.txt"),
                slices.stream().map(Slice::toString).toList());
        BenchmarkReport report = new BenchmarkReport(slices);
        Files.writeString(settings.directory().resolve("report.md"), report.text());
        Files.writeString(settings.directory().resolve("ratios.svg"), Plot.of(report));
        log.info("{}", report.text());
    }

    private void rounds(int rounds, List<RequestKind> shapes, Disk disk) {
        turns.use(disk);
        for (int round = 1; round <= rounds; round++) {
            log.info("Round {} of {}, disk {}", round, rounds, disk.title());
            for (int connections : settings.connections()) {
                List<RequestKind> order = new ArrayList<>(shapes);
                Collections.shuffle(order);
                for (RequestKind shape : order) {
                    slices.add(turns.measure(shape, connections, disk));
                }
            }
        }
        turns.use(Disk.AS_IT_IS);
    }
}
