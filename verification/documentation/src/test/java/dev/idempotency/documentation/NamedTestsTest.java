package dev.idempotency.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a document says that a test proves, a test proves. */
class NamedTestsTest {

    private static final String FAILURES = "## What happens when something fails";
    private static final Pattern TYPE = Pattern.compile("`([A-Z][a-z]\\w+)`");
    private static final Pattern NAME = Pattern.compile("`([A-Z]\\w+)\\.(\\w+_\\w+)`");

    @Test
    void every_row_about_a_failure_names_a_test() {
        MarkdownFile page = MarkdownFile.read(Checkout.root().resolve("docs/failure-modes.md"));
        List<String> claims = rows(page.section(FAILURES));

        assertThat(claims)
                .hasSizeGreaterThan(10)
                .allSatisfy(claim ->
                        assertThat(NAME.matcher(claim).find()).as(claim).isTrue());
    }

    @Test
    void every_row_of_the_threat_model_names_a_test() {
        MarkdownFile threats = MarkdownFile.read(Checkout.root().resolve("docs/threat-model.md"));

        assertThat(List.of("## Threats to the promise", "## Abuse, case by case"))
                .allSatisfy(section -> assertThat(rows(threats.section(section)))
                        .hasSizeGreaterThan(10)
                        .allSatisfy(row ->
                                assertThat(NAME.matcher(row).find()).as(row).isTrue()));
    }

    @Test
    void every_type_that_a_contributor_is_sent_to_exists() {
        MarkdownFile page = MarkdownFile.read(Checkout.root().resolve("CONTRIBUTING.md"));
        List<String> types = page.section("## How to add").stream()
                .flatMap(line -> TYPE.matcher(line).results())
                .map(name -> name.group(1))
                .toList();

        assertThat(types)
                .hasSizeGreaterThan(20)
                .allSatisfy(type -> assertThat(Checkout.files("/" + type + ".java"))
                        .as(type)
                        .isNotEmpty());
    }

    @Test
    void every_test_that_a_document_names_exists() {
        List<String> missing = Checkout.documents().stream()
                .flatMap(document -> document.prose().stream())
                .flatMap(NamedTestsTest::missing)
                .toList();

        assertThat(missing).isEmpty();
    }

    @Test
    void a_test_that_does_not_exist_is_found() {
        assertThat(missing("`NamedTestsTest.a_test_that_does_not_exist_is_found`"))
                .isEmpty();
        assertThat(missing("`NamedTestsTest.no_such_test`, `NoSuchTest.every_test_that_a_document_names_exists`"))
                .hasSize(2);
    }

    private static List<String> rows(List<String> section) {
        return section.stream()
                .filter(line -> line.startsWith("|") && !line.startsWith("|--"))
                .skip(1)
                .toList();
    }

    private static Stream<String> missing(String line) {
        return NAME.matcher(line)
                .results()
                .filter(name -> !exists(name.group(1), name.group(2)))
                .map(name -> name.group());
    }

    /** A test is a method under an annotation, whichever one of ours that is. */
    private static boolean exists(String type, String method) {
        Pattern test = Pattern.compile("^ +@\\w+(?:(?!\n\n)[\\s\\S])*? void " + method + "\\(", Pattern.MULTILINE);
        return Checkout.files("/" + type + ".java").stream()
                .anyMatch(file -> test.matcher(read(file)).find());
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
