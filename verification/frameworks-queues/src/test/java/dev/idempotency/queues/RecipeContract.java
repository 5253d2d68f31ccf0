package dev.idempotency.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.core.template.IdempotentResult;
import dev.idempotency.testbed.Database;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A process is killed while it handles a delivery; another one gets the delivery again, and the work is done once. */
abstract class RecipeContract {

    private static final Duration PATIENCE = Duration.ofSeconds(45);
    private static final String INVOICE = "invoice-1";

    private final Database database = Database.create();

    @TempDir
    private Path directory;

    /** The application, which has a main method. */
    abstract Class<?> application();

    /** What it is told when it starts. */
    abstract List<String> settings();

    /** Whether the queue has nothing left to deliver. */
    abstract boolean isDone(JdbcClient jdbc);

    /** Whether a call is committed when it returns. */
    abstract boolean isCommittedByItself();

    /** Whether the queue forgets that it was at work when the process was killed there. */
    boolean isDeliveredAgain(Stop stop) {
        return true;
    }

    private boolean isCommitted(Stop stop) {
        return stop == Stop.AFTER_COMMIT || (stop == Stop.AFTER_CALL && isCommittedByItself());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NOWHERE")
    void work_that_is_delivered_again_after_a_kill_is_done_once(Stop stop) throws Exception {
        database.execute("CREATE TABLE booking (invoice text)");
        killAt(stop);
        assertThat(bookings()).isEqualTo(isCommitted(stop) ? 1 : 0);

        try (ConfigurableApplicationContext successor =
                new SpringApplicationBuilder(application()).run(arguments(List.of()))) {
            List<IdempotentResult<String>> results =
                    successor.getBean(Booking.class).results();
            await().atMost(PATIENCE).until(() -> (!results.isEmpty() || !isDeliveredAgain(stop)) && isDone(jdbc()));

            assertThat(results.stream().limit(1)).containsExactlyElementsOf(expected(stop));
        }
        assertThat(bookings()).isOne();
    }

    /** What the successor's call comes to. */
    private List<IdempotentResult<String>> expected(Stop stop) {
        if (!isDeliveredAgain(stop)) {
            return List.of();
        }
        return List.of(
                isCommitted(stop) ? new IdempotentResult.Replayed<>("booked") : new IdempotentResult.Ran<>("booked"));
    }

    private void killAt(Stop stop) throws Exception {
        try (ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            door.setSoTimeout((int) PATIENCE.toMillis());
            List<String> line = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    application().getName()));
            line.addAll(List.of(
                    arguments(List.of("--invoice=" + INVOICE, "--stop=" + stop, "--door=" + door.getLocalPort()))));
            Path log = directory.resolve("victim.log");
            Process victim = new ProcessBuilder(line)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            victim.onExit().thenRun(() -> close(door));
            try (Socket knocking = door.accept()) {
                assertThat(knocking.isConnected()).isTrue();
            } catch (IOException nobodyKnocked) {
                throw new AssertionError(Files.readString(log), nobodyKnocked);
            } finally {
                victim.destroyForcibly().waitFor();
            }
        }
    }

    /** So that nobody waits for a process that has ended. */
    private static void close(ServerSocket door) {
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String[] arguments(List<String> more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--spring.main.banner-mode=off",
                "--spring.datasource.url=" + database.url(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password(),
                "--spring.datasource.hikari.maximum-pool-size=6"));
        arguments.addAll(settings());
        arguments.addAll(more);
        return arguments.toArray(String[]::new);
    }

    private int bookings() {
        return jdbc().sql("SELECT count(*) FROM booking WHERE invoice = ?")
                .param(INVOICE)
                .query(Integer.class)
                .single();
    }

    JdbcClient jdbc() {
        return JdbcClient.create(database.dataSource());
    }
}
