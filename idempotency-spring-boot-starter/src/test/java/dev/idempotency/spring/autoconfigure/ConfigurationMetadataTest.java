package dev.idempotency.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ConfigurationMetadataTest {

    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `(idempotency\\.[^`]+)` \\| ([^|]*)\\| ([^|]*)\\| (.*) \\|$");

    @Test
    void every_property_is_in_the_reference_page_and_no_other() throws IOException {
        assertThat(documented()).isEqualTo(generated());
    }

    @Test
    void every_property_has_a_description_in_the_style_of_spring_boot() throws IOException {
        assertThat(properties())
                .hasSizeGreaterThan(40)
                .allSatisfy((name, property) -> assertThat(text(property, "description"))
                        .as(name)
                        .isNotBlank()
                        .endsWith(".")
                        .doesNotMatch("(The|A|An) .*"));
    }

    @Test
    void the_first_sentence_of_the_reference_page_says_what_the_metadata_says() throws IOException {
        String page = page();

        assertThat(properties().entrySet())
                .allSatisfy(named -> assertThat(page)
                        .as(named.getKey())
                        .containsPattern("`" + Pattern.quote(named.getKey()) + "`.*"
                                + Pattern.quote(firstWords(text(named.getValue(), "description")))));
    }

    @Test
    void every_problem_has_a_property_for_its_status_and_nothing_else_has() throws IOException {
        Map<String, JsonNode> statuses = properties();
        statuses.keySet().removeIf(name -> !name.startsWith("idempotency.status"));

        assertThat(statuses.keySet())
                .containsExactlyInAnyOrderElementsOf(Stream.of(Problem.values())
                        .map(problem -> "idempotency.status." + ProblemStatuses.nameOf(problem))
                        .toList());
        assertThat(statuses.values())
                .allSatisfy(status -> assertThat(text(status, "type")).isEqualTo("java.lang.Integer"));
    }

    @Test
    void hints_are_for_properties_that_exist() throws IOException {
        Map<String, JsonNode> known = properties();

        assertThat(metadata().get("hints"))
                .isNotEmpty()
                .allSatisfy(
                        hint -> assertThat(known).containsKey(hint.get("name").stringValue()));
    }

    private static String firstWords(String description) {
        return description.split("[;.:]", 2)[0];
    }

    /** Names and defaults. */
    private static Map<String, String> documented() throws IOException {
        Map<String, String> rows = new TreeMap<>();
        Matcher row = ROW.matcher(page());
        while (row.find()) {
            assertThat(rows.put(row.group(1), row.group(2).replace("`", "").trim()))
                    .as("twice in the page: %s", row.group(1))
                    .isNull();
        }
        return rows;
    }

    private static Map<String, String> generated() throws IOException {
        return properties().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, named -> defaultOf(named.getValue()), (a, b) -> a, TreeMap::new));
    }

    private static String defaultOf(JsonNode property) {
        JsonNode value = property.path("defaultValue");
        return value.isArray()
                ? StreamSupport.stream(value.spliterator(), false)
                        .map(JsonNode::asString)
                        .collect(Collectors.joining(","))
                : value.asString("");
    }

    /** Ours; those of every endpoint of the actuator are documented by Spring Boot. */
    private static Map<String, JsonNode> properties() throws IOException {
        Map<String, JsonNode> properties = new TreeMap<>();
        metadata().get("properties").forEach(property -> properties.put(text(property, "name"), property));
        properties.keySet().removeIf(name -> name.startsWith("management."));
        return properties;
    }

    private static String text(JsonNode property, String member) {
        return property.path(member).asString("");
    }

    private static JsonNode metadata() throws IOException {
        try (InputStream json =
                Files.newInputStream(Path.of("target/classes/META-INF/spring-configuration-metadata.json"))) {
            return JsonMapper.shared().readTree(json);
        }
    }

    private static String page() throws IOException {
        return Files.readString(Path.of("../docs/configuration.md"));
    }
}
