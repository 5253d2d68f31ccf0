package dev.idempotency.sample.operator;

import static dev.idempotency.sample.Customer.isReplay;
import static dev.idempotency.sample.Customer.json;
import static dev.idempotency.sample.Customer.newKey;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

class OperatorTest extends OperatorFixture {

    OperatorTest(@LocalServerPort int port, @Autowired AuditEventRepository audit) {
        super(port, audit);
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
                .containsExactly(
                        "POST /orders",
                        "PATCH /orders/{id}",
                        "POST /orders/{id}/refunds",
                        "POST /orders/{id}/shipments",
                        "POST /payments");
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
        unknown();
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
}
