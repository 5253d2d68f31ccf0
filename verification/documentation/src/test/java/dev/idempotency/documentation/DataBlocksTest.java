package dev.idempotency.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.json.JsonMapper;

class DataBlocksTest {

    private static final ConfigurationKeys KEYS = ConfigurationKeys.ofStarter();

    static List<CodeBlock> yaml() {
        return Checkout.blocks("yaml");
    }

    static List<CodeBlock> xml() {
        return Checkout.blocks("xml");
    }

    static List<CodeBlock> json() {
        return Checkout.blocks("json");
    }

    @ParameterizedTest
    @MethodSource("yaml")
    void every_key_of_every_yaml_example_exists(CodeBlock example) {
        for (Object document : read(example.text())) {
            assertThat(KEYS.unknownIn(document)).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("xml")
    void every_xml_example_is_well_formed(CodeBlock example) {
        String whole = "<examples>" + example.text() + "</examples>";

        assertThatCode(() -> DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(whole.getBytes(StandardCharsets.UTF_8))))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("json")
    void every_json_example_is_well_formed(CodeBlock example) {
        assertThatCode(() -> new JsonMapper().readTree(example.text())).doesNotThrowAnyException();
    }

    @Test
    void a_key_that_does_not_exist_is_found() {
        assertThat(KEYS.unknownIn(Map.of(
                        "idempotency",
                        Map.of("ttl", "1h", "time-to-live", "1h", "key", Map.of("length", 1)),
                        "spring",
                        Map.of("whatever", 1))))
                .containsExactlyInAnyOrder("idempotency.time-to-live", "idempotency.key.length");
    }

    @Test
    void a_key_on_one_line_with_its_prefix_is_read_as_well() {
        assertThat(KEYS.unknownIn(Map.of("idempotency.lease", "1s"))).isEmpty();
        assertThat(KEYS.unknownIn(Map.of("idempotency.leash", "1s"))).containsExactly("idempotency.leash");
    }

    private static Iterable<Object> read(String text) {
        return new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(text);
    }
}
