package dev.idempotency.sample.operate;

import static dev.idempotency.sample.Customer.isReplay;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reconcilers come late here, so that what is unknown stays so until somebody decides. */
@TestPropertySource(properties = {"idempotency.reconciliation.every=1h", "payments.timeout=300ms"})
class OperatorTest extends SampleTest {

    private static final String ENDPOINT = "/actuator/idempotency";
    private static final String ALICE = "u:alice";
    private static final String SECRET = "marked-body-8d1f";

    private static String unchanged;

    private final int port;
    private final AuditEventRepository audit;

    OperatorTest(@LocalServerPort int port, @Autowired AuditEventRepository audit) {
        super(port);
        this.port = port;
        this.audit = audit;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/scopes",
                "/unknown",
                "/dead-letters",
                "/record?scope=u:alice&key=k",
                "/decisions?scope=u:alice"
            })
    void only_operators_may_look(String view) throws Exception {
        assertThat(statusForStranger("GET", ENDPOINT + view)).isEqualTo(401);
        assertThat(alice.get(ENDPOINT + view).statusCode()).isEqualTo(403);
        assertThat(operator.get(ENDPOINT + view).statusCode()).isIn(200, 404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/resolve", "/requeue", "/evict", "/purge"})
    void only_operators_may_write(String action) throws Exception {
        assertThat(statusForStranger("POST", ENDPOINT + action)).isEqualTo(401);
        assertThat(alice.postWithoutKey(ENDPOINT + action, "{}").statusCode()).isEqualTo(403);
        assertThat(operator.postWithoutKey(ENDPOINT + action, "{}").statusCode())
                .isEqualTo(400);
    }

    @Test
    void records_are_counted_and_the_handlers_of_the_sample_are_all_protected() {
        alice.order();

        JsonNode overview = json(operator.get(ENDPOINT));

        assertThat(overview.at("/records/byState/completed").asLong()).isPositive();
        assertThat(overview.at("/records/estimated").asBoolean()).isFalse();
        assertThat(overview.at("/coverage/missing").asLong()).isZero();
        assertThat(json(operator.get(ENDPOINT + "/coverage")).get("mappings"))
                .extracting(mapping -> mapping.get("method").asString() + " "
                        + mapping.get("pattern").asString())
                .containsExactly("POST /orders", "PATCH /orders/{id}", "POST /payments");
    }

    @Test
    void callers_who_replay_and_mismatch_stand_out() {
        String key = newKey();
        bob.post("/orders", key, "{\"sku\":\"pen\",\"quantity\":1}");
        bob.post("/orders", key, "{\"sku\":\"pen\",\"quantity\":1}");
        bob.post("/orders", key, "{\"sku\":\"pen\",\"quantity\":2}");

        JsonNode scopes = json(operator.get(ENDPOINT + "/scopes"));

        assertThat(scopes.get("replays"))
                .extracting(spike -> spike.get("scope").asString())
                .contains("u:bob");
        assertThat(scopes.get("mismatches"))
                .extracting(spike -> spike.get("scope").asString())
                .contains("u:bob");
        assertThat(scopes.toString()).doesNotContain(key);
    }

    @Test
    void an_unknown_payment_is_listed_and_resolved_with_the_answer_that_retries_get() {
        long order = alice.order();
        String key = "odd/key?&=" + newKey();
        alice.post("/payments", key, payment(order, "timeout"));

        JsonNode listed = listed("/unknown", key);
        HttpResponse<String> done = write(
                "resolve",
                Map.of(
                        "scope",
                        ALICE,
                        "key",
                        key,
                        "run",
                        listed.get("run").asString(),
                        "outcome",
                        "executed",
                        "status",
                        "201",
                        "headers",
                        "Content-Type: application/json\nLocation: /orders/" + order,
                        "body",
                        "{\"paid\":\"" + SECRET + "\"}",
                        "why",
                        "the provider's ledger shows the charge"));

        assertThat(done.statusCode()).as(done.body()).isEqualTo(200);
        assertThat(done.body()).contains("resolved_executed").doesNotContain(SECRET);
        HttpResponse<String> retry = alice.post("/payments", key, payment(order, "timeout"));
        assertThat(isReplay(retry)).isTrue();
        assertThat(retry.body()).isEqualTo("{\"paid\":\"" + SECRET + "\"}");
        assertThat(retry.headers().firstValue("Location")).contains("/orders/" + order);
        assertThat(alice.charges(order)).hasSize(1);
        assertAudited("IDEMPOTENCY_RESOLVE", "resolved_executed", key);
        assertThat(operator.get(record(key)).body()).contains("\"completed\"").doesNotContain(SECRET);
        assertThat(operator.get(ENDPOINT + "/decisions?scope=" + ALICE).body())
                .contains("resolved_completed", "the provider's ledger shows the charge", "\"operator\"")
                .doesNotContain(SECRET);
    }

    @Test
    void a_run_that_did_not_happen_is_resolved_and_the_next_retry_runs() {
        long order = alice.order();
        String key = newKey();
        alice.post("/payments", key, payment(order, "timeout"));
        String run = json(operator.get(record(key))).get("run").asString();

        write("resolve", Map.of("scope", ALICE, "key", key, "run", run, "outcome", "not_executed", "why", "no charge"));

        assertThat(json(operator.get(record(key))).get("state").asString()).isEqualTo("failed_retryable");
        assertAudited("IDEMPOTENCY_RESOLVE", "resolved_not_executed", key);
    }

    @Test
    void a_decision_about_another_run_is_refused_and_audited() {
        String key = unknown();

        HttpResponse<String> refused = write(
                "resolve", Map.of("scope", ALICE, "key", key, "run", "1", "outcome", "not_executed", "why", "a guess"));

        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(json(operator.get(record(key))).get("state").asString()).isEqualTo("unknown");
        assertAudited("IDEMPOTENCY_RESOLVE", "refused", key);
        assertThat(write("requeue", Map.of("scope", ALICE, "key", key, "run", "1", "why", "again"))
                        .statusCode())
                .isEqualTo(409);
        assertThat(write("evict", Map.of("scope", ALICE, "key", key, "why", "in the way"))
                        .statusCode())
                .isEqualTo(409);
    }

    @Test
    void an_answer_is_evicted_and_its_key_is_new() {
        String key = newKey();
        HttpResponse<String> first = alice.post("/orders", key, "{\"sku\":\"book\",\"quantity\":1}");

        HttpResponse<String> evicted = write("evict", Map.of("scope", ALICE, "key", key, "why", "a stale answer"));
        HttpResponse<String> again = alice.post("/orders", key, "{\"sku\":\"book\",\"quantity\":1}");

        assertThat(evicted.statusCode()).as(evicted.body()).isEqualTo(200);
        assertThat(isReplay(again)).isFalse();
        assertThat(again.body()).isNotEqualTo(first.body());
        assertAudited("IDEMPOTENCY_EVICT", "evicted", key);
        assertThat(write("evict", Map.of("scope", ALICE, "key", newKey(), "why", "once more"))
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void a_scope_is_purged() {
        String key = newKey();
        bob.post("/orders", key, "{\"sku\":\"pen\",\"quantity\":1}");

        HttpResponse<String> purged = write("purge", Map.of("scope", "u:bob", "why", "he asked for it"));

        assertThat(json(purged).get("records").asInt()).isPositive();
        assertThat(isReplay(bob.post("/orders", key, "{\"sku\":\"pen\",\"quantity\":1}")))
                .isFalse();
        assertThat(events("IDEMPOTENCY_PURGE")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "evict, why, , why is missing",
        "evict, why, ' ', why is missing",
        "evict, why, 'two\nlines', why is one line",
        "evict, key, , key is missing",
        "evict, key, 'not\tprintable', key is not a key",
        "evict, scope, , scope is missing",
        "evict, scope, '|', scope is not",
        "resolve, run, , run is missing",
        "resolve, run, x, run is not a number",
        "resolve, outcome, perhaps, outcome is",
        "resolve, status, , status is missing",
        "resolve, status, 99, status is 200 to 599",
        "resolve, headers, 'Set-Cookie: a=b', headers are lines",
        "resolve, headers, nonsense, headers are lines",
    })
    void what_cannot_be_meant_is_said_and_changes_nothing(String action, String name, String value, String message) {
        String key = unknown();
        JsonNode before = json(operator.get(record(key)));
        Map<String, String> body = new HashMap<>(Map.of(
                "scope",
                ALICE,
                "key",
                key,
                "run",
                before.get("run").asString(),
                "outcome",
                "executed",
                "status",
                "200",
                "why",
                "w"));
        body.put(name, value);
        long events = decisions();

        HttpResponse<String> refused = write(action, body);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(json(refused).get("message").asString()).contains(message);
        assertThat(json(operator.get(record(key)))).isEqualTo(before);
        assertThat(decisions()).isEqualTo(events);
    }

    /** The key of a payment that stays unknown: one for all tests that do not change it. */
    private String unknown() {
        if (unchanged == null) {
            unchanged = newKey();
            alice.post("/payments", unchanged, payment(alice.order(), "timeout"));
        }
        return unchanged;
    }

    private long decisions() {
        return audit.find("operator", null, null).stream()
                .filter(event -> event.getType().startsWith("IDEMPOTENCY_"))
                .count();
    }

    private JsonNode listed(String view, String key) {
        String next = "?limit=2";
        while (true) {
            JsonNode page = json(operator.get(ENDPOINT + view + next));
            for (JsonNode record : page.get("records")) {
                if (record.get("key").asString().equals(key)) {
                    return record;
                }
            }
            JsonNode after = page.get("next");
            next = "?limit=2&afterScope=" + encoded(after.get("afterScope").asString()) + "&afterKey="
                    + encoded(after.get("afterKey").asString());
        }
    }

    private static String record(String key) {
        return ENDPOINT + "/record?scope=" + ALICE + "&key=" + encoded(key);
    }

    private HttpResponse<String> write(String action, Map<String, String> parameters) {
        return operator.postWithoutKey(ENDPOINT + "/" + action, new JsonMapper().writeValueAsString(parameters));
    }

    private void assertAudited(String type, String outcome, String key) {
        assertThat(events(type))
                .filteredOn(event -> outcome.equals(event.getData().get("outcome")))
                .isNotEmpty()
                .allSatisfy(event -> {
                    assertThat(event.getPrincipal()).isEqualTo("operator");
                    assertThat(event.getData()).containsKeys("why", "scope", "key");
                    assertThat(event.toString()).doesNotContain(key, SECRET, ALICE);
                });
    }

    private List<AuditEvent> events(String type) {
        return audit.find("operator", null, type);
    }

    private int statusForStranger(String method, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString("{}"))
                .build();
        return HttpClient.newHttpClient()
                .send(request, BodyHandlers.discarding())
                .statusCode();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String payment(long order, String card) {
        return """
                {"orderId":%d,"amountCents":1500,"card":"%s"}""".formatted(order, card);
    }
}
