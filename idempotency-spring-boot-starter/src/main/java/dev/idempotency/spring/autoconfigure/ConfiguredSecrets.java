package dev.idempotency.spring.autoconfigure;

import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Decides which properties must not be shown: the library's own secrets, in any spelling, and every property that
 * contains one of their values, such as the environment variable behind a placeholder, or a command line.
 */
final class ConfiguredSecrets {

    private static final String KEYS = "idempotency.protection.keys";
    private static final String HASH_SECRET = "idempotency.protection.hash-secret";

    /** Shorter values are not accepted as secrets, and would hide unrelated properties that contain them. */
    private static final int SHORTEST = 16;

    private final Set<String> values = new HashSet<>();

    private ConfiguredSecrets() {}

    static ConfiguredSecrets of(Environment environment) {
        ConfiguredSecrets secrets = new ConfiguredSecrets();
        Binder binder = Binder.get(environment);
        binder.bind(KEYS, Bindable.mapOf(String.class, String.class))
                .orElse(Map.of())
                .values()
                .forEach(secrets::add);
        binder.bind(HASH_SECRET, Bindable.of(String.class)).ifBound(secrets::add);
        return secrets;
    }

    private void add(String value) {
        String secret = value.strip();
        if (secret.length() >= SHORTEST) {
            values.add(secret);
        }
    }

    boolean isSecret(String name, @Nullable Object value) {
        String spelled = uniform(name);
        return spelled.startsWith(uniform(KEYS))
                || spelled.startsWith(uniform(HASH_SECRET))
                || (value != null && values.stream().anyMatch(String.valueOf(value)::contains));
    }

    /** One spelling for {@code hash-secret}, {@code hashSecret} and {@code HASH_SECRET}. */
    private static String uniform(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }
}
