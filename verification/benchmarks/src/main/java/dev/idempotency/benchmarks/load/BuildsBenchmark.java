package dev.idempotency.benchmarks.load;

import dev.idempotency.benchmarks.report.Beside;
import dev.idempotency.benchmarks.report.RequestKind;
import dev.idempotency.benchmarks.report.Slice;
import dev.idempotency.benchmarks.report.Slice.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This build of the library beside another one, by turns on one Postgres. The other one is named by a file with the class path of its
 * benchmarks; each build has a database of its own, as their tables may differ.
 */
public final class BuildsBenchmark {

    private static final Logger log = LoggerFactory.getLogger(BuildsBenchmark.class);
    private static final String OTHER = "other=";
    private static final List<RequestKind> ON_SLOW_DISK = List.of(RequestKind.LEASE, RequestKind.TRANSACTIONAL);

    private final LoadSettings settings;
    private final Turns ours;
    private final Turns theirs;
    private final List<Slice> ofOurs = new ArrayList<>();
    private final List<Slice> ofTheirs = new ArrayList<>();

    private BuildsBenchmark(LoadSettings settings, Turns ours, Turns theirs) {
        this.settings = settings;
        this.ours = ours;
        this.theirs = theirs;
    }

    public static void main(String[] arguments) throws IOException {
        LoadSettings settings = LoadSettings.of(arguments);
        try (PostgresMeter postgres = new PostgresMeter();
                Turns ours = Turns.start(postgres, settings);
                Turns theirs = Turns.start(
                        postgres, postgres.newDatabase(), settings.ofBuild("other", classPathOfOther(arguments)))) {
            new BuildsBenchmark(settings, ours, theirs).run();
        }
        System.exit(0);
    }

    private static String classPathOfOther(String... arguments) throws IOException {
        for (String argument : arguments) {
            if (argument.startsWith(OTHER)) {
                return Files.readString(Path.of(argument.substring(OTHER.length())))
                        .strip();
            }
        }
        throw new IllegalArgumentException(
                "Name the other build: " + OTHER + "a file with the class path of its benchmarks");
    }

    private void run() throws IOException {
        ours.warmUp(settings.shapes(), settings.warmUp());
        theirs.warmUp(settings.shapes(), settings.warmUp());
        rounds(settings.rounds(), settings.shapes(), Disk.AS_IT_IS);
        rounds(
                settings.slowRounds(),
                settings.shapes().stream().filter(ON_SLOW_DISK::contains).toList(),
                Disk.SLOW);
        String report = Beside.text(ofOurs, ofTheirs);
        Files.writeString(settings.directory().resolve("builds.md"), report);
        log.info("{}", report);
    }

    private void rounds(int rounds, List<RequestKind> shapes, Disk disk) {
        ours.use(disk);
        for (int round = 1; round <= rounds; round++) {
            log.info("Round {} of {}, disk {}", round, rounds, disk.title());
            for (int connections : settings.connections()) {
                List<RequestKind> order = new ArrayList<>(shapes);
                Collections.shuffle(order);
                for (RequestKind shape : order) {
                    measureBoth(shape, connections, disk, round % 2 == 0);
                }
            }
        }
        ours.use(Disk.AS_IT_IS);
    }

    /** One right after the other, each as often the first. */
    private void measureBoth(RequestKind shape, int connections, Disk disk, boolean oursFirst) {
        if (oursFirst) {
            ofOurs.add(ours.measure(shape, connections, disk));
        }
        ofTheirs.add(theirs.measure(shape, connections, disk));
        if (!oursFirst) {
            ofOurs.add(ours.measure(shape, connections, disk));
        }
    }
}
