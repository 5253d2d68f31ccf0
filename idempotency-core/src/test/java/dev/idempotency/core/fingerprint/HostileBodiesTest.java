package dev.idempotency.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.idempotency.core.internal.fingerprint.json.MemoryBudget;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostileBodiesTest {

    @Test
    void hostile_bodies_end_with_bounded_work_and_memory_and_no_error(@TempDir Path folder) throws Exception {
        Path printed = folder.resolve("printed.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx40m",
                        "-Xss256k",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        HostileBodies.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            assertThat(process.waitFor(3, TimeUnit.MINUTES)).as("still running").isTrue();
        } finally {
            process.destroyForcibly();
        }

        assertThat(process.exitValue()).as(read(printed)).isZero();
        assertThat(Files.readAllLines(printed, StandardCharsets.UTF_8))
                .hasSameSizeAs(HostileBodies.all().keySet())
                .allMatch(line -> line.contains("Fingerprint[v1 "));
    }

    @Test
    void no_body_takes_more_than_three_times_its_length_beside_itself() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Map<String, byte[]> bodies = HostileBodies.all();
        bodies.put("growing-numbers", ("[1e20" + ",1e20".repeat(200_000) + "]").getBytes(StandardCharsets.US_ASCII));
        bodies.put(
                "small-objects",
                ("[0" + ",{\"b\":1,\"a\":2}".repeat(70_000) + "]").getBytes(StandardCharsets.US_ASCII));
        bodies.put("fields", "&".repeat(1_000_000).getBytes(StandardCharsets.US_ASCII));
        Fingerprinter fingerprinter = new CanonicalFingerprinter();
        bodies.forEach((name, body) -> {
            for (RequestContent content :
                    List.of(Contents.json(body), Contents.form(new String(body, StandardCharsets.US_ASCII)))) {
                long before = threads.getCurrentThreadAllocatedBytes();
                fingerprinter.fingerprint(content);

                assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                        .as(name)
                        .isLessThan(3L * body.length + MemoryBudget.LEAST);
            }
        });
    }

    @Test
    void a_body_that_would_take_more_counts_by_its_bytes() {
        String small = "{\"b\":1,\"a\":2}";
        String many = "[" + (small + ",").repeat(100_000) + small + "]";

        assertThat(Contents.canonical("[" + small + "]")).isEqualTo("[{\"a\":2,\"b\":1}]");
        assertThat(Contents.canonical(many)).isNull();
        assertThat(UrlPairs.parse("a&".repeat(UrlPairs.MAX_PAIRS - 1))).isNotNull();
        assertThat(UrlPairs.parse("a&".repeat(UrlPairs.MAX_PAIRS))).isNull();
        assertThat(UrlPairs.parse("a".repeat(UrlPairs.MAX_NAME_BYTES) + "=1")).isNotNull();
        assertThat(UrlPairs.parse("a".repeat(UrlPairs.MAX_NAME_BYTES) + "&a")).isNull();
    }

    private static String read(Path printed) throws IOException {
        return Files.readString(printed, StandardCharsets.UTF_8);
    }
}
