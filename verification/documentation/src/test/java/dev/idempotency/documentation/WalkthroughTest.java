package dev.idempotency.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WalkthroughTest {

    @Test
    void commands_and_their_output_are_told_apart() {
        assertThat(steps("$ echo a \\", "    b", "a b", "$ true", "$ echo c", "c"))
                .extracting(Step::command, Step::output)
                .containsExactly(
                        tuple("echo a \\\n    b", List.of("a b")),
                        tuple("true", List.of()),
                        tuple("echo c", List.of("c")));
    }

    @Test
    void what_a_command_prints_is_compared() {
        assertThatCode(() -> run("$ echo a \\", "    b", "a b", "$ true")).doesNotThrowAnyException();
        assertThatThrownBy(() -> run("$ echo a", "b"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("PLANTED.md:1")
                .hasMessageContaining("echo a");
    }

    @Test
    void a_placeholder_stands_for_the_same_text_everywhere() {
        assertThatCode(() -> run("$ echo id=17, 17", "id=<id>, <id>", "$ echo 17", "<id>"))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> run("$ echo id=17", "id=<id>", "$ echo 18", "<id>"))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> run("$ echo 17, 18", "<id>, <id>")).isInstanceOf(AssertionError.class);
    }

    @Test
    void dots_stand_for_lines_or_for_a_part_of_one() {
        assertThatCode(() -> run("$ printf 'a\\nb\\nc\\nd e f\\n'", "a", "…", "d … f"))
                .doesNotThrowAnyException();
        assertThatCode(() -> run("$ printf 'a\\nb\\n'", "a", "…", "b")).doesNotThrowAnyException();
        assertThatThrownBy(() -> run("$ printf 'a\\nb\\n'", "a", "…", "c")).isInstanceOf(AssertionError.class);
    }

    @Test
    void the_application_is_called_where_it_is() {
        assertThatCode(() -> run("$ echo localhost:8080", "elsewhere:1")).doesNotThrowAnyException();
    }

    @Test
    void a_walk_without_a_step_is_refused() {
        assertThatThrownBy(() -> run()).isInstanceOf(AssertionError.class);
    }

    private static void run(String... lines) throws Exception {
        new Walkthrough(lines.length == 0 ? List.of() : steps(lines), "elsewhere:1").run();
    }

    private static List<Step> steps(String... lines) {
        List<String> block = new ArrayList<>(List.of("```console"));
        block.addAll(List.of(lines));
        block.add("```");
        return Walkthrough.steps(MarkdownFile.parse(Path.of("PLANTED.md"), block));
    }
}
