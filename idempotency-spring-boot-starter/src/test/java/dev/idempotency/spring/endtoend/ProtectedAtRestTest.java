package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.operator.IdempotencyOperations;
import dev.idempotency.core.reconcile.ReconcileResult;
import dev.idempotency.core.reconcile.Reconciler;
import dev.idempotency.core.reconcile.UnknownRun;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordSummary;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.IdempotencyStore.Eviction;
import dev.idempotency.core.store.OperatorDecision;
import dev.idempotency.spring.IdempotencyContext;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.testbed.Database;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

class ProtectedAtRestTest {

    private static final String BODY = "{\"sku\":\"marked-body\"}";
    private static final Map<String, String> FIRST = Map.of(
            "idempotency.protection.active-key", "2026-01",
            "idempotency.protection.keys.2026-01", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
            "idempotency.protection.hash-keys", "true",
            "idempotency.protection.hash-secret", "HxwdHhkYFxYVFBMSERAPDg0MCwoJCAcGBQQDAgEAAAA=",
            "idempotency.reconciliation.every", "50ms");

    private final Database database = Database.create();
    private OrdersApp application;

    @BeforeEach
    void start() {
        Orders.RUNS.set(0);
        Orders.gate = new CountDownLatch(0);
        Charges.KEYS.clear();
        application = OrdersApp.start(database, FIRST, Orders.class, Charges.class);
    }

    @AfterEach
    void stop() {
        application.close();
    }

    @Test
    void neither_key_nor_answer_is_in_the_table_and_replays_go_on_after_a_rotation() {
        HttpResponse<String> first = application.post("/orders", "marked-key", BODY);

        assertThat(first.body()).contains("marked-body");
        assertThat(table()).contains("POST /orders").doesNotContain("marked").doesNotContain(hex("marked"));
        assertReplayed(application, first);
        try (OrdersApp rotated = OrdersApp.start(database, rotated(), Orders.class, Charges.class)) {
            assertReplayed(rotated, first);
            rotated.post("/orders", "marked-key-2", BODY);
            assertThat(table()).contains(hex("2026-01"), hex("2026-02")).doesNotContain(hex("marked"));
        }
    }

    @Test
    void a_flipped_byte_is_answered_409_and_not_by_a_replay_or_a_second_run() {
        application.post("/orders", "marked-key", BODY);
        database.execute("""
                UPDATE idempotency_record SET response_body =
                    set_byte(response_body, length(response_body) - 20,
                        get_byte(response_body, length(response_body) - 20) # 1)
                """);

        HttpResponse<String> answer = application.post("/orders", "marked-key", BODY);

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body())
                .contains("\"idempotency_response_unavailable\"", "\"originalStatus\":201", "\"retryable\":false")
                .doesNotContain("marked");
        assertThat(Orders.RUNS).hasValue(1);
    }

    @Test
    void if_only_encrypted_answers_count_a_clear_one_is_409_and_does_not_run_again() {
        Database clear = Database.create();
        try (OrdersApp open = OrdersApp.start(clear, Map.of(), Orders.class)) {
            assertThat(open.post("/orders", "first", BODY).statusCode()).isEqualTo(201);
        }
        Map<String, String> strict = Map.of(
                "idempotency.protection.active-key", "2026-01",
                "idempotency.protection.keys.2026-01", FIRST.get("idempotency.protection.keys.2026-01"),
                "idempotency.protection.encrypted-only", "true");
        try (OrdersApp closed = OrdersApp.start(clear, strict, Orders.class)) {
            HttpResponse<String> refused = closed.post("/orders", "first", BODY);
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body())
                    .contains("\"idempotency_response_unavailable\"", "\"originalStatus\":201")
                    .doesNotContain("marked");
            HttpResponse<String> second = closed.post("/orders", "second", BODY);
            assertThat(closed.post("/orders", "second", BODY).body()).isEqualTo(second.body());
            assertThat(Orders.RUNS).hasValue(2);
        }
    }

    @Test
    void a_reconciler_is_given_the_downstream_key_that_the_handler_was_given() {
        assertThat(application.post("/charges", "marked-key", "{}").statusCode())
                .isEqualTo(504);

        Awaitility.await().untilAsserted(() -> assertThat(Charges.KEYS).hasSizeGreaterThanOrEqualTo(2));
        assertThat(Charges.KEYS).containsOnly(Charges.KEYS.get(0));
    }

    @Test
    void an_operator_names_a_record_by_the_clients_key_or_as_it_is_listed() {
        application.post("/orders", "marked-key", BODY);
        IdempotencyOperations operations = application.bean(IdempotencyOperations.class);
        RecordId asSent = new RecordId(Scope.of("a:anonymous"), new IdempotencyKey("marked-key"));

        Optional<RecordSummary> facts = operations.find(asSent);

        assertThat(facts).isPresent();
        RecordId listed = facts.orElseThrow().id();
        assertThat(listed.key().value()).startsWith("h1:");
        assertThat(operations.find(listed)).isEqualTo(facts);
        assertThat(operations.evict(asSent, new OperatorDecision("me", "test"))).isEqualTo(Eviction.EVICTED);
        assertThat(operations.evict(listed, new OperatorDecision("me", "test"))).isEqualTo(Eviction.ABSENT);
    }

    private void assertReplayed(OrdersApp on, HttpResponse<String> first) {
        HttpResponse<String> replay = on.post("/orders", "marked-key", BODY);
        assertThat(replay.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(replay.body()).isEqualTo(first.body());
        assertThat(replay.headers().firstValue("Location"))
                .isEqualTo(first.headers().firstValue("Location"));
    }

    private static Map<String, String> rotated() {
        Map<String, String> rotated = new HashMap<>(FIRST);
        rotated.put("idempotency.protection.active-key", "2026-02");
        rotated.put("idempotency.protection.keys.2026-02", "ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=");
        return rotated;
    }

    private String table() {
        List<String> rows = new JdbcTemplate(database.dataSource())
                .queryForList("SELECT record::text FROM idempotency_record AS record", String.class);
        return String.join("\n", rows);
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Does not know how it ended, and asks. */
    @RestController
    static class Charges implements Reconciler {

        static final List<String> KEYS = new CopyOnWriteArrayList<>();

        @PostMapping("/charges")
        @Idempotent
        ResponseEntity<Void> charge(IdempotencyContext context) {
            KEYS.add(context.downstreamKey("charge"));
            return ResponseEntity.status(504).build();
        }

        @Override
        public boolean handles(String operation) {
            return operation.equals("POST /charges");
        }

        @Override
        public ReconcileResult find(UnknownRun run) {
            KEYS.add(run.downstream().forStep("charge"));
            return new ReconcileResult.StillUnknown();
        }
    }
}
