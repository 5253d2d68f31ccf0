package dev.idempotency.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceLengthTest {

    private static final int LIMIT = 400;

    @Test
    void no_source_file_is_longer_than_400_lines() throws IOException {
        for (Module module : Module.all()) {
            assertThat(tooLong(module)).as(module.toString()).isEmpty();
        }
    }

    @Test
    void a_planted_file_of_401_lines_is_caught_and_one_of_400_is_not(@TempDir Path directory) throws IOException {
        Path sources = Files.createDirectories(directory.resolve("src/main/java"));
        Files.write(sources.resolve("Long.java"), Collections.nCopies(LIMIT, "//"));
        Path tooLong = Files.write(sources.resolve("TooLong.java"), Collections.nCopies(LIMIT + 1, "//"));

        assertThat(tooLong(new Module(directory))).containsExactly(tooLong);
    }

    private static List<Path> tooLong(Module module) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path source : module.sources()) {
            if (Files.readAllLines(source).size() > LIMIT) {
                found.add(source);
            }
        }
        return found;
    }
}
