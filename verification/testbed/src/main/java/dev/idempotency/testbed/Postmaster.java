package dev.idempotency.testbed;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The process of a Postgres server: the first start unpacks and initialises, every later one repeats its command. */
final class Postmaster {

    private static final String BINARIES = "testbed.postgres.binaries";
    private static final Set<String> OF_THE_PROCESS = Set.of("postmaster.pid", "postmaster.opts", "epg-lock");

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

    /**
     * The same program on a copy of its data and another port, not started. This one must have been stopped. What it has on another
     * disk, behind a link, the copy has among its own data.
     */
    Postmaster copyTo(Path otherData) throws IOException {
        try (Stream<Path> files = Files.walk(data, FileVisitOption.FOLLOW_LINKS)) {
            for (Path file : files.filter(Postmaster::isToBeCopied).toList()) {
                Files.copy(file, otherData.resolve(data.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        int otherPort = freePort();
        List<String> otherCommand = new ArrayList<>(command);
        otherCommand.replaceAll(argument -> argument.equals(data.toString())
                ? otherData.toString()
                : argument.equals(Integer.toString(port)) ? Integer.toString(otherPort) : argument);
        return new Postmaster(otherData, otherPort, otherCommand);
    }

    private static boolean isToBeCopied(Path file) {
        return !OF_THE_PROCESS.contains(file.getFileName().toString());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    Path data() {
        return data;
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

    /** Sends the signal and waits for the end, also of a server that is frozen. */
    void end(String signal) {
        Optional<ProcessHandle> running = process();
        if (running.isPresent()) {
            send(signal, Stream.of(running.get()));
            thaw();
            running.get().onExit().join();
        }
    }

    /** Stops every process of the server where it is. */
    void freeze() {
        send("STOP", processes());
    }

    void thaw() {
        send("CONT", processes());
    }

    private Stream<ProcessHandle> processes() {
        return process().stream().flatMap(first -> Stream.concat(Stream.of(first), first.descendants()));
    }

    private static void send(String signal, Stream<ProcessHandle> processes) {
        List<String> kill = new ArrayList<>(List.of("kill", "-" + signal));
        processes.map(process -> Long.toString(process.pid())).forEach(kill::add);
        try {
            new ProcessBuilder(kill)
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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
