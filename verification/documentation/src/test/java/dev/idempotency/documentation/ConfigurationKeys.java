package dev.idempotency.documentation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The names of the properties that the starter's metadata knows.
 *
 * @param maps those below which an application gives names of its own
 */
record ConfigurationKeys(Set<String> names, Set<String> maps) {

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final String MAP = "java.util.Map";
    private static final String PREFIX = "idempotency.";

    static ConfigurationKeys ofStarter() {
        Set<String> names = new TreeSet<>();
        Set<String> maps = new TreeSet<>();
        try {
            ClassLoader loader = ConfigurationKeys.class.getClassLoader();
            for (URL url : Collections.list(loader.getResources(METADATA))) {
                try (InputStream in = url.openStream()) {
                    for (JsonNode property : new JsonMapper().readTree(in).path("properties")) {
                        names.add(property.get("name").asString());
                        if (property.path("type").asString("").startsWith(MAP)) {
                            maps.add(property.get("name").asString());
                        }
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        names.removeIf(name -> !name.startsWith(PREFIX));
        return new ConfigurationKeys(names, maps);
    }

    /** Keys of this project, but not of its metadata. */
    List<String> unknownIn(Object yaml) {
        List<String> keys = new ArrayList<>();
        flatten("", yaml, keys);
        return keys.stream()
                .filter(key -> key.startsWith(PREFIX) && !isKnown(key))
                .toList();
    }

    private boolean isKnown(String key) {
        return names.contains(key) || maps.stream().anyMatch(map -> key.startsWith(map + "."));
    }

    private static void flatten(String prefix, Object value, List<String> keys) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, below) -> flatten(prefix.isEmpty() ? key.toString() : prefix + "." + key, below, keys));
        } else {
            keys.add(prefix);
        }
    }
}
