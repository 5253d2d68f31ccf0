package dev.idempotency.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the compiler of the build on sources with and without a fault. */
class CompilerTest {

    @TempDir
    Path directory;

    @Test
    void a_planted_null_is_refused() throws Exception {
        Javac.Result result = compile("return null;");

        assertThat(result.succeeded()).as(result.output()).isFalse();
        assertThat(result.output())
                .contains("[NullAway] returning @Nullable expression from method with @NonNull return type");
    }

    @Test
    void a_planted_warning_is_refused() throws Exception {
        Javac.Result result = compile("return new java.util.ArrayList().toString();");

        assertThat(result.succeeded()).as(result.output()).isFalse();
        assertThat(result.output()).contains("[rawtypes]", "-Werror");
    }

    @Test
    void a_planted_bug_pattern_is_refused() throws Exception {
        Javac.Result result = compile("return new int[0].toString();");

        assertThat(result.succeeded()).as(result.output()).isFalse();
        assertThat(result.output()).contains("[ArrayToString]");
    }

    @Test
    void the_same_source_without_a_plant_is_accepted() throws Exception {
        Javac.Result result = compile("return \"\";");

        assertThat(result.succeeded()).as(result.output()).isTrue();
        assertThat(result.output()).isEmpty();
    }

    private Javac.Result compile(String statement) throws Exception {
        return new Javac(directory).compile("""
                        @NullMarked
                        package planted;

                        import org.jspecify.annotations.NullMarked;
                        """, """
                        package planted;

                        final class Planted {
                            String name() {
                                %s
                            }
                        }
                        """.formatted(statement));
    }
}
