package dev.idempotency.benchmarks.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of a small heap when many clients send large bodies at the same moment: to an endpoint without protection, to a
 * protected one, and to a protected one whose memory for bodies has no bound that is ever reached. Each in a process of its own.
 */
public final class MemoryBenchmark {

    private static final Logger log = LoggerFactory.getLogger(MemoryBenchmark.class);

    private static final int CONNECTIONS = 200;
    private static final int LENGTH = 1024 * 1024;
    private static final String UNBOUNDED = "--idempotency.max-bodies-in-memory=100GB";

    private MemoryBenchmark() {}

    /** An application, and where its requests go. */
    private record Case(String name, String path, List<String> properties) {}

    public static void main(String[] arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(arguments));
        words.add("jvm=-Xms256m,-Xmx256m");
        LoadSettings settings = LoadSettings.of(words.toArray(String[]::new));
        try (PostgresMeter postgres = new PostgresMeter()) {
            for (Case each : List.of(
                    new Case("plain", "/plain", List.of()),
                    new Case("protected", "/lease", List.of()),
                    new Case("transactional", "/transactional", List.of()),
                    new Case("unbounded", "/lease", List.of(UNBOUNDED)))) {
                run(each, postgres, settings);
            }
        }
        System.exit(0);
    }

    private static void run(Case tried, PostgresMeter postgres, LoadSettings settings) throws IOException {
        String name = "memory-" + tried.name();
        try (Application application = Application.start(
                name, postgres.database(), settings, tried.properties().toArray(String[]::new))) {
            for (int round = 1; round <= settings.rounds(); round++) {
                log.info(
                        "{}, round {}: {}",
                        tried.name(),
                        round,
                        new LargeBodies(application.port(), tried.path(), CONNECTIONS, LENGTH).send());
            }
        }
        Path output = settings.directory().resolve(name + ".log");
        try (var lines = Files.lines(output)) {
            log.info(
                    "{}: {} lines of its log name an OutOfMemoryError",
                    tried.name(),
                    lines.filter(line -> line.contains("OutOfMemoryError")).count());
        }
    }
}
