package dev.idempotency.core.internal.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The structured-field vectors of the HTTP working group. They are not part of this project: they are read from
 * {@code shared/vectors/sf} beside the checkout, or below the folder that the environment variable or system property
 * {@code IDEMPOTENCY_VECTORS} names; where there are none, the test is skipped and says so.
 */
final class ItemVectors {
    private static final String VARIABLE = "IDEMPOTENCY_VECTORS";

    private ItemVectors() {}

    static List<ItemVector> all() {
        Path folder = folder();
        try (Stream<Path> files = Files.list(folder)) {
            List<ItemVector> vectors = files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .flatMap(ItemVectors::in)
                    .toList();
            assertThat(vectors).as("vectors in %s", folder).isNotEmpty();
            return vectors;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<ItemVector> in(Path file) {
        return JsonMapper.shared()
                .readTree(file)
                .valueStream()
                .filter(vector -> vector.path("header_type").stringValue().equals("item"))
                .map(ItemVectors::vector);
    }

    private static ItemVector vector(JsonNode vector) {
        JsonNode bareItem = vector.path("expected").path(0);
        return new ItemVector(
                vector.path("name").stringValue(),
                vector.path("raw").valueStream().map(JsonNode::stringValue).toList(),
                vector.path("must_fail").asBoolean(false),
                vector.path("can_fail").asBoolean(false),
                bareItem.isString() ? bareItem.stringValue() : null);
    }

    private static Path folder() {
        Optional<String> named = Optional.ofNullable(System.getProperty(VARIABLE, System.getenv(VARIABLE)));
        if (named.isPresent()) {
            return Path.of(named.get(), "sf");
        }
        Optional<Path> beside = Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
                .map(folder -> folder.resolve("shared").resolve("vectors").resolve("sf"))
                .filter(Files::isDirectory)
                .findFirst();
        assumeTrue(
                beside.isPresent(),
                "no shared/vectors/sf beside the checkout, and " + VARIABLE + " names no other place for it");
        return beside.orElseThrow();
    }
}
