package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.LEASE;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.idempotency.core.store.GrantedRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node in a JVM of its own, whose clock is an hour off. */
class SkewedClockTest {

    private static final List<Path> LIBRARIES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1"));

    private final TestStore table = TestStore.create();

    @AfterEach
    void stop() {
        table.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"+1h", "-1h"})
    void a_node_whose_clock_is_an_hour_off_sees_and_does_the_same(String skew) throws Exception {
        Optional<Path> library = LIBRARIES.stream().filter(Files::exists).findFirst();
        assumeTrue(library.isPresent(), "libfaketime is not installed: apt-get install faketime");
        GrantedRun running = granted(table.store(), request("running"));
        granted(table.store(), request("completed")).complete(response("done"));
        granted(table.store(), request("lapsed"));
        table.sql()
                .sql("UPDATE idempotency_record SET lease_until = now() WHERE key = 'lapsed'")
                .update();

        List<String> lines = runNode(library.get(), skew);

        Duration off = Duration.between(Instant.now(), Instant.parse(lines.get(0)));
        assertThat(off.abs()).isGreaterThan(Duration.ofMinutes(59));
        assertThat(lines.subList(1, lines.size()))
                .containsExactly(
                        "InProgress", "Replay", "OutcomeUnknown", "Granted", "renewed 1", "swept 0", "reaped 0");
        assertThat(running.complete(response("done"))).isTrue();
        assertThat(table.sql()
                        .sql("""
                        SELECT lease_until BETWEEN now() AND now() + interval '1 second' * ?
                            AND abs(extract(epoch FROM created_at - now())) < 60
                        FROM idempotency_record
                        WHERE key = 'new'
                        """)
                        .param(LEASE.toSeconds())
                        .query(Boolean.class)
                        .single())
                .isTrue();
    }

    private List<String> runNode(Path library, String skew) throws IOException, InterruptedException {
        Path output = Files.createTempFile("node", ".txt");
        try {
            ProcessBuilder node = new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    SkewedNode.class.getName(),
                    output.toString(),
                    table.database().url(),
                    table.database().user(),
                    table.database().password());
            node.environment().put("LD_PRELOAD", library.toString());
            node.environment().put("FAKETIME", skew);
            node.environment().put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
            node.redirectErrorStream(true);
            Process process = node.start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(printed).isZero();
            return Files.readAllLines(output);
        } finally {
            Files.delete(output);
        }
    }
}
