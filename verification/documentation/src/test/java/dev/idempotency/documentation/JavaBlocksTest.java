package dev.idempotency.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JavaBlocksTest {

    @TempDir
    Path classes;

    static List<CodeBlock> examples() {
        return Checkout.blocks("java");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void every_example_in_java_compiles(CodeBlock example) {
        String source = new JavaSnippet(example).source();

        assertThat(new SnippetCompiler(classes).errors(source)).as(source).isEmpty();
    }

    @Test
    void an_example_that_uses_what_is_not_there_is_found() {
        assertThat(errors("", "@dev.idempotency.spring.Idempotent(timeToLive = \"1h\")", "class Orders {}"))
                .singleElement()
                .asString()
                .contains("timeToLive");
    }

    @Test
    void members_and_statements_are_compiled_with_what_the_comment_adds() {
        assertThat(errors("compile: members\nrecord Order(long id) {}", "Order order() {", "return new Order(1);", "}"))
                .isEmpty();
        assertThat(errors("compile: statements\nimport java.nio.file.Path;", "Path path = Path.of(\"x\");"))
                .isEmpty();
    }

    private List<String> errors(String note, String... lines) {
        CodeBlock block = new CodeBlock("PLANTED.md:1", "java", note, List.of(lines));
        return new SnippetCompiler(classes).errors(new JavaSnippet(block).source());
    }
}
