package dev.idempotency.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

    private static String read(Path printed) throws IOException {
        return Files.readString(printed, StandardCharsets.UTF_8);
    }
}
