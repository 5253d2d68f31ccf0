package dev.idempotency.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that is only true on somebody's machine, and no place to download from but what the reader's build knows. */
class ForeignTextTest {

    private static final Pattern FOREIGN = Pattern.compile(
            String.join(
                    "|",
                    "/home/\\w",
                    "/Users/\\w",
                    "/[r]oot/",
                    "/[w]ork/\\w",
                    "/tmp/\\w",
                    "[A-Z]:\\\\\\w",
                    "\\brepo\\d?\\.maven\\b",
                    "\\bmaven\\.\\w+\\.(?:com|dev|io)\\b",
                    "\\bsonatype\\.\\w",
                    "\\bjitpack\\.io\\b",
                    "\\bnpmjs\\.\\w",
                    "\\bpypi\\.org\\b",
                    "\\b(?:docker|ghcr|quay|gcr)\\.io\\b",
                    "\\b(?:nexus|artifactory)\\b"),
            Pattern.CASE_INSENSITIVE);

    static List<Path> texts() {
        return Stream.of(".md", ".xml", ".yml", ".yaml", ".properties", ".config", ".ci/run", ".html")
                .flatMap(ending -> Checkout.files(ending).stream())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("texts")
    void no_machine_and_no_registry_is_named(Path text) throws IOException {
        assertThat(Files.readAllLines(text))
                .noneMatch(line -> FOREIGN.matcher(line).find());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "see /home/me/project",
                "C:\\Users\\me",
                "<url>https://repo1.maven.example/maven2</url>",
                "image: ghcr.io/x",
                "https://oss.sonatype.org"
            })
    void a_machine_or_a_registry_is_found(String line) {
        assertThat(FOREIGN.matcher(line).find()).isTrue();
    }

    @Test
    void the_name_of_an_xml_schema_is_no_registry() {
        assertThat(FOREIGN.matcher("https://maven.apache.org/xsd/maven-4.0.0.xsd")
                        .find())
                .isFalse();
    }
}
