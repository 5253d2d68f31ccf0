package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.testbed.Database;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the actuator tells whoever may ask it, with all values shown. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecretsAreHiddenTest {

    private static final String KEY = secret("markedKey");
    private static final String INDIRECT = secret("markedIndirect");
    private static final String HASH = secret("markedHash");
    private static final String SHOWN = "this-may-be-seen";

    private final HttpClient http = HttpClient.newHttpClient();
    private final OrdersApp application = OrdersApp.start(Database.create(), properties("true"), Orders.class);

    @AfterAll
    void stop() {
        application.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "env",
                "env/idempotency.protection.keys.2026-01",
                "env/idempotency.protection.hash-secret",
                "env/IDEMPOTENCY_PROTECTION_HASHSECRET",
                "env/ANSWERS_KEY",
                "configprops",
                "configprops/idempotency.protection",
                "beans",
                "health",
                "conditions",
                "mappings",
                "loggers",
                "idempotency",
            })
    void no_endpoint_shows_a_secret(String endpoint) throws Exception {
        assertThat(get(application, endpoint)).isNotEmpty().doesNotContain("markedByVariable", KEY, INDIRECT, HASH);
    }

    @Test
    void what_is_no_secret_is_shown() throws Exception {
        assertThat(get(application, "env")).contains(SHOWN, "ANSWERS_KEY", "IDEMPOTENCY_PROTECTION_KEYS_K3");
        assertThat(get(application, "configprops/idempotency.protection"))
                .contains("\"activeKey\":\"2026-01\"", "2026-02", "hashSecret");
    }

    @Test
    void they_are_hidden_while_idempotency_is_switched_off() throws Exception {
        try (OrdersApp off = OrdersApp.start(Database.create(), properties("false"), Orders.class)) {
            assertThat(get(off, "env")).contains(SHOWN).doesNotContain("markedByVariable", KEY, INDIRECT, HASH);
        }
    }

    private String get(OrdersApp of, String endpoint) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + of.port() + "/actuator/" + endpoint))
                .build();
        var answer = http.send(request, BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }

    private static Map<String, String> properties(String enabled) {
        Map<String, String> all = new HashMap<>();
        all.put("idempotency.enabled", enabled);
        all.put("management.endpoints.web.exposure.include", "*");
        all.put("management.endpoint.env.show-values", "always");
        all.put("management.endpoint.configprops.show-values", "always");
        all.put("management.endpoint.health.show-details", "always");
        all.put("idempotency.protection.active-key", "2026-01");
        all.put("idempotency.protection.keys.2026-01", KEY);
        all.put("idempotency.protection.keys[2026-02]", "${ANSWERS_KEY}");
        all.put("ANSWERS_KEY", INDIRECT);
        all.put("SPRING_JSON_OF_ALL", "{\"idempotency\":{\"protection\":{\"keys\":{\"2026-01\":\"" + KEY + "\"}}}}");
        all.put("idempotency.protection.hash-keys", "true");
        all.put("idempotency.protection.hashSecret", HASH);
        all.put("idempotency.protection.hash-secret", HASH);
        all.put("IDEMPOTENCY_PROTECTION_HASHSECRET", "markedByVariable");
        all.put("IDEMPOTENCY_PROTECTION_HASH_SECRET", "markedByVariable");
        all.put("IDEMPOTENCY_PROTECTION_KEYS_K3", "markedByVariable");
        all.put("ANOTHER_NAME", SHOWN);
        return all;
    }

    private static String secret(String mark) {
        byte[] bytes = new byte[32];
        byte[] start = mark.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(start, 0, bytes, 0, start.length);
        return Base64.getEncoder().encodeToString(bytes);
    }
}
