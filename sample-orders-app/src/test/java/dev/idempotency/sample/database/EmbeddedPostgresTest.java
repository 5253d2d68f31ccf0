package dev.idempotency.sample.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.sample.Customer;
import dev.idempotency.sample.OrdersApplication;
import dev.idempotency.testbed.Database;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The application as a process of its own, without any database named. */
class EmbeddedPostgresTest {

    @TempDir
    private Path temporary;

    @Test
    void its_own_postgres_is_durable_and_goes_with_the_application() throws Exception {
        int port = freePort();
        Process application = start(port);
        try {
            await().atMost(Duration.ofMinutes(2))
                    .ignoreExceptions()
                    .until(() -> new Customer("alice", port).get("/orders").statusCode() == 200);
            Path data = dataFolders().get(0);
            ProcessHandle postgres = postgres(data);
            assertThat(postgres.isAlive()).isTrue();
            assertThat(setting(data, "fsync")).isEqualTo("on");
            assertThat(setting(data, "synchronous_commit")).isEqualTo("on");

            application.destroy();

            assertThat(application.waitFor(1, TimeUnit.MINUTES)).isTrue();
            await().atMost(Duration.ofMinutes(1)).until(() -> !postgres.isAlive());
            assertThat(dataFolders()).isEmpty();
        } finally {
            application.destroyForcibly();
        }
    }

    private Process start(int port) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        OrdersApplication.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(temporary.resolve("log").toFile());
        builder.environment().put("SERVER_PORT", Integer.toString(port));
        builder.environment().remove("SPRING_DATASOURCE_URL");
        return builder.start();
    }

    /** Beside the unpacked binaries. */
    private List<Path> dataFolders() throws IOException {
        try (Stream<Path> files = Files.list(temporary.resolve("embedded-pg"))) {
            return files.filter(file -> !file.getFileName().toString().startsWith("PG-"))
                    .toList();
        }
    }

    private static ProcessHandle postgres(Path data) throws IOException {
        return ProcessHandle.of(Long.parseLong(line(data, 0))).orElseThrow();
    }

    private static String setting(Path data, String name) throws IOException {
        Database database =
                new Database("localhost", Integer.parseInt(line(data, 3)), "postgres", "postgres", "postgres");
        return JdbcClient.create(database.dataSource())
                .sql("SHOW " + name)
                .query(String.class)
                .single();
    }

    /** Of the file in which Postgres says who and where it is. */
    private static String line(Path data, int number) throws IOException {
        return Files.readAllLines(data.resolve("postmaster.pid")).get(number).trim();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
