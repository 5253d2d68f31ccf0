package dev.idempotency.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the tests of all modules have printed, also of those that have nothing but tests: none of the keys, bodies and credentials
 * that are marked as such. This module is built last, so the files are there; in a narrow build, those that are.
 */
class TestOutputTest {

    /** In two parts, so that this file has none. */
    private static final List<String> MARKS = List.of("marked" + "-key", "marked" + "-body", "marked" + "-credential");

    @Test
    void no_module_has_printed_a_marked_value() throws IOException {
        for (String module : Pom.of(Module.root()).texts("/project/modules/module")) {
            assertThat(showing(Module.root().resolve(module))).as(module).isEmpty();
        }
    }

    @Test
    void a_planted_value_is_found(@TempDir Path directory) throws IOException {
        Path reports = Files.createDirectories(directory.resolve("target/surefire-reports"));
        Files.writeString(reports.resolve("FineTest-output.txt"), "No reconciler handles 5b1c0a77");
        Path planted = Files.writeString(reports.resolve("PlantedTest-output.txt"), "replayed " + MARKS.get(0) + "-1");

        assertThat(showing(directory)).containsExactly(planted);
    }

    private static List<Path> showing(Path module) throws IOException {
        Path reports = module.resolve("target/surefire-reports");
        if (!Files.isDirectory(reports)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(reports)) {
            return files.filter(file -> file.toString().endsWith("-output.txt"))
                    .filter(TestOutputTest::showsMark)
                    .toList();
        }
    }

    private static boolean showsMark(Path file) {
        try {
            String printed = Files.readString(file, StandardCharsets.ISO_8859_1);
            return MARKS.stream().anyMatch(printed::contains);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
