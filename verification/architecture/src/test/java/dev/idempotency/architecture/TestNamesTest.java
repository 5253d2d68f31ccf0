package dev.idempotency.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Names of tests are sentences that fit into a line of a report, and that say what is promised: not also what goes wrong in
 * other software. Every method with an underscore counts as a test, whichever annotation makes it one.
 */
class TestNamesTest {

    private static final int LIMIT = 80;
    private static final Pattern NAME = Pattern.compile("\\b(?:void|fun)\\s+`?([a-zA-Z0-9]*_\\w*)`?\\s*\\(");
    private static final Pattern COMPARISON = Pattern.compile("elsewhere_here_");

    @Test
    void every_test_has_a_name_of_at_most_80_characters_that_only_says_the_promise() throws IOException {
        for (Module module : Module.withSources()) {
            assertThat(refused(module)).as(module.toString()).isEmpty();
        }
    }

    @Test
    void planted_names_that_are_too_long_or_compare_are_caught_and_no_others(@TempDir Path directory)
            throws IOException {
        String longest = "a" + "_test".repeat(15) + "_run";
        String riddle = "elsewhere" + "_here";
        Path sources = Files.createDirectories(directory.resolve("src/test"));
        Files.writeString(sources.resolve("PlantedTest.java"), """
                @Test
                void %s() {}
                @OnEveryServer
                void %ss(
                        Server server) {}
                @Test
                void it_runs_twice_%s_once() {}
                @Test
                void a_handler_that_goes_on_elsewhere_is_refused_here() {}
                """.formatted(longest, longest, riddle));
        Files.writeString(sources.resolve("PlantedTest.kt"), "fun %st() {}".formatted(longest));

        assertThat(longest).hasSize(LIMIT);
        assertThat(refused(new Module(directory)))
                .containsExactlyInAnyOrder(longest + "s", longest + "t", "it_runs_twice_" + riddle + "_once");
    }

    private static List<String> refused(Module module) throws IOException {
        try (Stream<Path> files = Files.walk(module.directory().resolve("src"))) {
            return files.filter(file -> file.toString().matches(".*\\.(java|kt)"))
                    .flatMap(TestNamesTest::names)
                    .filter(name ->
                            name.length() > LIMIT || COMPARISON.matcher(name).find())
                    .toList();
        }
    }

    private static Stream<String> names(Path file) {
        try {
            return NAME.matcher(Files.readString(file)).results().map(match -> match.group(1));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
