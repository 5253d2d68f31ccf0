package dev.idempotency.client.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The properties on the client's page are those that its metadata knows. */
class ClientMetadataTest {

    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `(idempotency\\.client\\.[a-z-]+)` \\|([^|]*)\\| ([^|]*)\\|$");

    @Test
    void every_property_is_on_the_page_with_its_default_and_its_description() throws IOException {
        Map<String, String> documented = new TreeMap<>();
        Matcher row = ROW.matcher(properties());
        while (row.find()) {
            documented.put(
                    row.group(1),
                    row.group(2).replace("`", "").strip() + " / "
                            + sentence(row.group(3).strip()));
        }

        assertThat(documented).hasSize(8).isEqualTo(generated());
    }

    private static String properties() throws IOException {
        String page = Files.readString(Path.of("../docs/client.md"));
        return page.substring(page.indexOf("## Properties"), page.indexOf("## Metrics"));
    }

    private static Map<String, String> generated() throws IOException {
        Path metadata = Path.of("target/classes/META-INF/spring-configuration-metadata.json");
        Map<String, String> known = new TreeMap<>();
        for (JsonNode property :
                JsonMapper.shared().readTree(Files.readString(metadata)).get("properties")) {
            known.put(
                    property.get("name").asString(),
                    property.path("defaultValue").asString("") + " / "
                            + sentence(property.path("description").asString("")));
        }
        return known;
    }

    private static String sentence(String text) {
        return text.split("[.:]", 2)[0];
    }
}
