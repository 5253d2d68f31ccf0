package dev.idempotency.sample.operator;

import static dev.idempotency.sample.Customer.json;
import static dev.idempotency.sample.Customer.newKey;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.sample.SampleTest;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What tests of the endpoint share. Reconcilers come late, so that what is unknown stays so until somebody decides. */
@TestPropertySource(properties = {"idempotency.reconciliation.every=1h", "payments.timeout=300ms"})
abstract class OperatorFixture extends SampleTest {

    static final String ENDPOINT = "/actuator/idempotency";
    static final String ALICE = "u:alice";
    static final String SECRET = "marked-body-8d1f";

    private static String unchanged;

    private final int port;
    final AuditEventRepository audit;

    OperatorFixture(int port, AuditEventRepository audit) {
        super(port);
        this.port = port;
        this.audit = audit;
    }

    /** The key of a payment that stays unknown: one for all tests that do not change it. */
    String unknown() {
        if (unchanged == null) {
            unchanged = newKey();
            alice.post("/payments", unchanged, payment(alice.order(), "timeout"));
        }
        return unchanged;
    }

    long decisions() {
        return audit.find("operator", null, null).stream()
                .filter(event -> event.getType().startsWith("IDEMPOTENCY_"))
                .count();
    }

    JsonNode listed(String view, String key) {
        String next = "?limit=1";
        while (true) {
            JsonNode page = json(operator.get(ENDPOINT + view + next));
            for (JsonNode record : page.get("records")) {
                if (record.get("key").asString().equals(key)) {
                    return record;
                }
            }
            JsonNode after = page.get("next");
            next = "?limit=1&afterScope=" + encoded(after.get("afterScope").asString()) + "&afterKey="
                    + encoded(after.get("afterKey").asString());
        }
    }

    static String record(String key) {
        return ENDPOINT + "/record?scope=" + ALICE + "&key=" + encoded(key);
    }

    HttpResponse<String> write(String action, Map<String, String> parameters) {
        return operator.postWithoutKey(ENDPOINT + "/" + action, new JsonMapper().writeValueAsString(parameters));
    }

    void assertAudited(String type, String outcome, String key) {
        assertThat(events(type))
                .filteredOn(event -> outcome.equals(event.getData().get("outcome")))
                .isNotEmpty()
                .allSatisfy(event -> {
                    assertThat(event.getPrincipal()).isEqualTo("operator");
                    assertThat(event.getData()).containsKeys("why", "scope", "key");
                    assertThat(event.toString()).doesNotContain(key, SECRET, ALICE);
                });
    }

    List<AuditEvent> events(String type) {
        return audit.find("operator", null, type);
    }

    int statusForStranger(String method, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString("{}"))
                .build();
        return HttpClient.newHttpClient()
                .send(request, BodyHandlers.discarding())
                .statusCode();
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    static String payment(long order, String card) {
        return """
                {"orderId":%d,"amountCents":1500,"card":"%s"}""".formatted(order, card);
    }
}
