package dev.idempotency.testbed;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The process of a Postgres server: the first start unpacks and initialises, every later one repeats its command. */
final class Postmaster {

    private static final String BINARIES = "testbed.postgres.binaries";

    private final Path data;
    private final int port;
    private final List<String> command;

    private Postmaster(Path data, int port, List<String> command) {
        this.data = data;
        this.port = port;
        this.command = command;
    }

    static boolean isVersionChosen() {
        return System.getProperty(BINARIES) != null;
    }

    static Postmaster firstStart(Path data, Map<String, String> settings) throws IOException {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setPGStartupWait(Duration.ofMinutes(1))
                .setErrorRedirector(Redirect.DISCARD)
                .setOutputRedirector(Redirect.DISCARD);
        settings.forEach(builder::setServerConfig);
        String binaries = System.getProperty(BINARIES);
        if (binaries != null) {
            builder.setPgBinaryResolver((system, architecture) -> archiveIn(Path.of(binaries)));
        }
        int port = builder.start().getPort();
        return new Postmaster(data, port, commandOf(running(data).orElseThrow()));
    }

    int port() {
        return port;
    }

    Optional<ProcessHandle> process() {
        return running(data);
    }

    void startAgain() throws IOException {
        new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.DISCARD)
                .start();
    }

    /** Sends the signal and waits for the end. */
    void end(String signal) {
        Optional<ProcessHandle> running = process();
        if (running.isPresent()) {
            try {
                new ProcessBuilder(
                                "kill",
                                "-" + signal,
                                Long.toString(running.get().pid()))
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            running.get().onExit().join();
        }
    }

    private static Optional<ProcessHandle> running(Path data) {
        Path file = data.resolve("postmaster.pid");
        try (Stream<String> lines = Files.lines(file)) {
            return lines.findFirst()
                    .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid.trim())))
                    .filter(ProcessHandle::isAlive);
        } catch (IOException absent) {
            return Optional.empty();
        }
    }

    private static List<String> commandOf(ProcessHandle process) {
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            // Postgres refuses to run as root; this makes it nobody.
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(process.info().command().orElseThrow());
        command.addAll(List.of(process.info().arguments().orElseThrow()));
        return command;
    }

    private static InputStream archiveIn(Path jar) throws IOException {
        try (FileSystem files = FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of());
                Stream<Path> entries = Files.list(files.getPath("/"))) {
            Path archive = entries.filter(entry -> entry.toString().endsWith(".txz"))
                    .findFirst()
                    .orElseThrow();
            return new ByteArrayInputStream(Files.readAllBytes(archive));
        }
    }
}
