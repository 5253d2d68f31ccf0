package dev.idempotency.sample.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/**
 * Where the embedded Postgres keeps its data. It goes with the application, also when that is stopped while Postgres starts:
 * then whoever still writes into it is waited for, and a server that nobody knows of is ended.
 */
record DataFolder(Path path) {

    private static final Path ALL = Path.of(System.getProperty("java.io.tmpdir"), "embedded-pg");

    /** One in which the next server that starts looks for what others could not clear away. */
    static DataFolder ofItsOwn() {
        return new DataFolder(ALL.resolve(UUID.randomUUID().toString()));
    }

    void clear() {
        try (Stream<ProcessHandle> children = ProcessHandle.current().children()) {
            children.filter(DataFolder::isOfPostgres)
                    .forEach(child -> child.onExit().join());
            server().ifPresent(server -> {
                server.destroy();
                server.onExit().join();
            });
            FileSystemUtils.deleteRecursively(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isOfPostgres(ProcessHandle process) {
        return process.info()
                .command()
                .filter(command -> Path.of(command).startsWith(ALL))
                .isPresent();
    }

    private Optional<ProcessHandle> server() throws IOException {
        Path file = path.resolve("postmaster.pid");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        return ProcessHandle.of(Long.parseLong(Files.readAllLines(file).get(0).trim()));
    }
}
