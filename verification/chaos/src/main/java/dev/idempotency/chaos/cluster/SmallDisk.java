package dev.idempotency.chaos.cluster;

import dev.idempotency.testbed.Database;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A file system of its own in memory, so small that it can be filled. The log of the database is elsewhere: without room for that,
 * Postgres stops, which is another fault.
 */
final class SmallDisk implements AutoCloseable {

    private static final String SIZE = "256m";
    private static final int CHUNK = 1 << 20;
    private static final int SMALLEST_CHUNK = 1 << 12;

    private final Path directory;
    private final Thread closing = new Thread(this::unmount, "chaos-disk-end");

    private SmallDisk(Path directory) {
        this.directory = directory;
        Runtime.getRuntime().addShutdownHook(closing);
    }

    /** Empty where this process may not mount anything. */
    static Optional<SmallDisk> mount() {
        try {
            Path directory = Files.createTempDirectory("chaos-disk");
            if (isDone("mount", "-t", "tmpfs", "-o", "size=" + SIZE, "tmpfs", directory.toString())) {
                return Optional.of(new SmallDisk(directory));
            }
            Files.delete(directory);
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Moves a database, to which nobody is connected, to this disk. */
    void take(Database maintenance, Database database) {
        try {
            Path tables = Files.createDirectory(directory.resolve("tables"));
            maintenance.execute("CREATE TABLESPACE small LOCATION '" + tables + "'");
            maintenance.execute("ALTER DATABASE " + database.name() + " SET TABLESPACE small");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void fill() {
        for (int chunk = CHUNK; chunk >= SMALLEST_CHUNK; chunk /= 16) {
            fill(directory.resolve("ballast-" + chunk), new byte[chunk]);
        }
    }

    private static void fill(Path file, byte[] chunk) {
        boolean full = false;
        try (OutputStream out = Files.newOutputStream(file)) {
            while (!full) {
                out.write(chunk);
            }
        } catch (IOException noRoom) {
            full = true;
        }
    }

    void free() {
        try {
            for (int chunk = CHUNK; chunk >= SMALLEST_CHUNK; chunk /= 16) {
                Files.deleteIfExists(directory.resolve("ballast-" + chunk));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(closing);
        unmount();
    }

    private void unmount() {
        try {
            isDone("umount", "-l", directory.toString());
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isDone(String... command) throws IOException {
        return new ProcessBuilder(List.of(command))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .onExit()
                        .join()
                        .exitValue()
                == 0;
    }
}
