package dev.idempotency.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A Postgres server of one's own that can be stopped, killed and started again on the same port and data.
 *
 * <p>Its version is that of the binaries on the class path, or of the jar of binaries that the system property
 * {@code testbed.postgres.binaries} names.
 */
public final class EmbeddedServer implements AutoCloseable {

    private static final Map<String, String> FAST = Map.of("max_connections", "300");
    private static final Map<String, String> DURABLE =
            Map.of("max_connections", "300", "fsync", "on", "synchronous_commit", "on", "full_page_writes", "on");

    private final Path directory;
    private final Postmaster postmaster;
    private final Thread closing = new Thread(this::close, "testbed-postgres-close");

    private EmbeddedServer(Map<String, String> settings) {
        try {
            this.directory = Files.createTempDirectory("testbed-postgres");
            this.postmaster = Postmaster.firstStart(directory.resolve("data"), settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(closing);
    }

    /** One that has been stopped, to be copied. */
    private EmbeddedServer(Postmaster original) {
        try {
            this.directory = Files.createTempDirectory("testbed-postgres");
            this.postmaster = original.copyTo(directory.resolve("data"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(closing);
    }

    /** One that loses data in a crash, and need not care. */
    public static EmbeddedServer startFast() {
        return new EmbeddedServer(FAST);
    }

    /** One that keeps what it has committed. */
    public static EmbeddedServer startDurable() {
        return startDurable(Map.of());
    }

    /** One that keeps what it has committed, with further settings of the server. */
    public static EmbeddedServer startDurable(Map<String, String> furtherSettings) {
        Map<String, String> all = new TreeMap<>(DURABLE);
        all.putAll(furtherSettings);
        return new EmbeddedServer(all);
    }

    /** Another server with the same data, not started. This one is stopped for a moment. */
    EmbeddedServer copy() {
        stop();
        EmbeddedServer copy = new EmbeddedServer(postmaster);
        start();
        return copy;
    }

    Path dataDirectory() {
        return postmaster.data();
    }

    public int port() {
        return postmaster.port();
    }

    /** The process that all others of the server come from, while it runs. */
    public Optional<ProcessHandle> process() {
        return postmaster.process();
    }

    public Database maintenance() {
        return new Database("localhost", port(), "postgres", "postgres", "postgres");
    }

    public Database createDatabase() {
        return maintenance().sibling();
    }

    /** Starts it again after a stop, with all data that were committed. */
    public void start() {
        try {
            postmaster.startAgain();
            maintenance().awaitReachable();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops it at once, as a crash would: no connection is closed in order, the next start recovers from the log. */
    public void crash() {
        postmaster.end("QUIT");
    }

    /** Stops every process of the server where it is, as a machine does that hangs: connections stay open and nothing is answered. */
    public void freeze() {
        postmaster.freeze();
    }

    public void thaw() {
        postmaster.thaw();
    }

    /** Stops it in order; connections are cut. */
    public void stop() {
        postmaster.end("INT");
    }

    @Override
    public synchronized void close() {
        crash();
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        if (Thread.currentThread() != closing) {
            Runtime.getRuntime().removeShutdownHook(closing);
        }
    }
}
