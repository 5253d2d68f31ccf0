package dev.idempotency.jdbc;

import dev.idempotency.testbed.Database;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A PgBouncer of one's own, in transaction mode and with fewer sessions than clients. */
final class PgBouncer implements AutoCloseable {

    private static final Path BINARY = Path.of("/usr/sbin/pgbouncer");

    private final Path directory;
    private final Process process;
    private final Database database;

    private PgBouncer(Path directory, Process process, Database database) {
        this.directory = directory;
        this.process = process;
        this.database = database;
    }

    static boolean isInstalled() {
        return Files.isExecutable(BINARY);
    }

    static PgBouncer before(Database database) {
        try {
            Path directory = Files.createTempDirectory("pgbouncer");
            int port = freePort();
            Path settings = Files.writeString(directory.resolve("pgbouncer.ini"), """
                [databases]
                %s = host=127.0.0.1 port=%d user=%s password=%s
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = any
                pool_mode = transaction
                default_pool_size = 5
                ignore_startup_parameters = extra_float_digits
                """.formatted(
                            database.name(), database.port(), database.user(), database.password(), port));
            Process process = new ProcessBuilder(command(settings))
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("log").toFile())
                    .start();
            Database through = new Database("127.0.0.1", port, database.name(), database.user(), database.password());
            through.awaitReachable();
            return new PgBouncer(directory, process, through);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Database database() {
        return database;
    }

    /** It refuses to run as root. */
    private static List<String> command(Path settings) {
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("unshare", "-U"));
        }
        command.addAll(List.of(BINARY.toString(), settings.toString()));
        return command;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
