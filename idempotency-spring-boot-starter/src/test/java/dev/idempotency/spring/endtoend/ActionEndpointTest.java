package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.IdempotencyContext;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.OnStoreFailure;
import dev.idempotency.testbed.Database;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** An endpoint that does something once and for all, on Tomcat, with its records in Postgres and in memory. */
class ActionEndpointTest {

    private static final Database DATABASE = Database.create();
    private static OrdersApp jdbc;
    private static OrdersApp memory;

    @BeforeAll
    static void start() {
        DATABASE.execute("""
            CREATE TABLE purchase (id int PRIMARY KEY);
            CREATE TABLE refund (
                id serial PRIMARY KEY,
                cents int NOT NULL,
                purchase int NOT NULL REFERENCES purchase (id) DEFERRABLE INITIALLY DEFERRED)""");
        jdbc = OrdersApp.start(DATABASE, Map.of(), Refunds.class);
        memory = OrdersApp.start(DATABASE, Map.of("idempotency.store", "memory"), Refunds.class);
    }

    @AfterAll
    static void stop() {
        jdbc.close();
        memory.close();
    }

    private int order;

    @BeforeEach
    void order() {
        order = 1 + count("SELECT coalesce(max(id), 0) FROM purchase");
        DATABASE.execute("INSERT INTO purchase VALUES (" + order + ")");
        Refunds.gate = new CountDownLatch(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc", "memory"})
    void a_new_key_is_told_that_it_is_done_and_where_but_not_the_first_answer(String store) {
        HttpResponse<String> first = refund(store, "key-1" + order, 100);
        HttpResponse<String> again = refund(store, "key-1" + order, 100);
        HttpResponse<String> other = refund(store, "key-2" + order, 100);

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(other.body())
                .contains("\"idempotency_action_done\"", "\"retryable\":false", "\"doneAt\":\"2")
                .contains("\"reference\":\""
                        + first.headers().firstValue("Location").orElseThrow() + "\"")
                .doesNotContain("secret");
        assertThat(other.headers().firstValue("Retry-After")).isEmpty();
        assertThat(refunds()).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc", "memory"})
    void other_content_conflicts_and_is_told_nothing_more(String store) {
        refund(store, "key-1" + order, 100);

        HttpResponse<String> other = refund(store, "key-2" + order, 200);

        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(other.body())
                .contains("\"idempotency_action_conflict\"", "\"retryable\":false")
                .doesNotContain("reference", "doneAt");
        assertThat(refunds()).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc", "memory"})
    void a_refusal_that_is_stored_has_not_done_it(String store) {
        HttpResponse<String> refused = refund(store, "key-1" + order, -1);
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refund(store, "key-1" + order, -1).body()).isEqualTo(refused.body());

        assertThat(refund(store, "key-2" + order, 100).statusCode()).isEqualTo(201);
        assertThat(refunds()).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc", "memory"})
    void what_is_rolled_back_has_not_done_it(String store) {
        assertThat(refund(store, "key-1" + order, 500).statusCode()).isEqualTo(500);
        DATABASE.execute("DELETE FROM purchase WHERE id = " + order);
        assertThat(refund(store, "key-2" + order, 100).statusCode()).isEqualTo(500);
        DATABASE.execute("INSERT INTO purchase VALUES (" + order + ")");
        assertThat(refunds()).isZero();

        assertThat(refund(store, "key-3" + order, 100).statusCode()).isEqualTo(201);
        assertThat(refunds()).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc", "memory"})
    void while_another_request_does_it_a_new_key_is_told_to_come_again(String store) throws Exception {
        Refunds.gate = new CountDownLatch(1);
        Refunds.entered = new CountDownLatch(1);
        CompletableFuture<HttpResponse<String>> first =
                CompletableFuture.supplyAsync(() -> refund(store, "key-1" + order, 100));
        assertThat(Refunds.entered.await(30, TimeUnit.SECONDS)).isTrue();

        HttpResponse<String> other = refund(store, "key-2" + order, 100);

        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(other.body()).contains("\"idempotency_entity_locked\"", "\"retryable\":true");
        assertThat(other.headers().firstValue("Retry-After")).contains("1");
        Refunds.gate.countDown();
        assertThat(first.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(201);
        assertThat(refund(store, "key-2" + order, 100).body()).contains("\"idempotency_action_done\"");
        assertThat(refunds()).isOne();
    }

    @Test
    void a_key_whose_record_has_expired_does_not_do_it_again() {
        refund("jdbc", "key-1" + order, 100);
        DATABASE.execute("UPDATE idempotency_record SET expires_at = clock_timestamp(), reap_at = clock_timestamp()");

        assertThat(refund("jdbc", "key-1" + order, 100).body()).contains("\"idempotency_action_done\"");
        assertThat(refunds()).isOne();
    }

    /** A client must not choose among several names of one order. */
    @ParameterizedTest
    @ValueSource(
            strings = {"/orders/0%d/refunds", "/orders/+%d/refunds", "/orders/%d;a=b/refunds", "/orders/%%20%d/refunds"
            })
    void another_spelling_of_the_same_number_is_the_same_action(String path) {
        refund("jdbc", "key-1" + order, 100);

        HttpResponse<String> other = jdbc.post(path.formatted(order), "key-2" + order, "100");

        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(refunds()).isOne();
    }

    @Test
    void a_request_that_is_about_nothing_is_refused() {
        HttpResponse<String> answer =
                jdbc.post("/orders/none/refunds", UUID.randomUUID().toString(), "100");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("\"idempotency_entity_missing\"");
    }

    @Test
    void the_handler_may_say_what_it_calls_the_effect() {
        jdbc.post("/named/" + order, "key-1" + order, "1");

        assertThat(jdbc.post("/named/" + order, "key-2" + order, "1").body())
                .contains("\"reference\":\"R-" + order + "\"");
    }

    @Test
    void what_cannot_be_kept_stops_the_start() {
        for (Class<?> wrong : List.of(Leased.class, WithoutKey.class, Proceeding.class, UnknownVariable.class)) {
            assertThatThrownBy(() -> OrdersApp.start(Database.create(), Map.of(), wrong))
                    .as(wrong.getSimpleName())
                    .isInstanceOf(IdempotencyConfigurationException.class)
                    .hasMessageContaining("The action of the endpoint 'POST /wrong/{id}' is not valid");
        }
    }

    private HttpResponse<String> refund(String store, String key, int cents) {
        return (store.equals("jdbc") ? jdbc : memory)
                .post("/orders/" + order + "/refunds", key, Integer.toString(cents));
    }

    private int refunds() {
        return count("SELECT count(*) FROM refund WHERE purchase = " + order);
    }

    private static int count(String sql) {
        return JdbcClient.create(DATABASE.dataSource())
                .sql(sql)
                .query(Integer.class)
                .single();
    }

    @RestController
    static class Refunds {

        private static volatile CountDownLatch gate = new CountDownLatch(0);
        private static volatile CountDownLatch entered = new CountDownLatch(0);

        private final JdbcClient jdbc;

        Refunds(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @PostMapping("/orders/{id}/refunds")
        @Idempotent(mode = Mode.TRANSACTIONAL, action = "refund:{id}")
        ResponseEntity<String> refund(@PathVariable long id, @RequestBody int cents) throws InterruptedException {
            if (cents < 0) {
                return ResponseEntity.unprocessableContent().body("less than nothing");
            }
            int refund = jdbc.sql("INSERT INTO refund (purchase, cents) VALUES (?, ?) RETURNING id")
                    .param(id)
                    .param(cents)
                    .query(Integer.class)
                    .single();
            entered.countDown();
            if (cents == 500 || !gate.await(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("failed");
            }
            return ResponseEntity.created(URI.create("/refunds/" + refund)).body("secret " + refund);
        }

        @PostMapping("/named/{id}")
        @Idempotent(mode = Mode.TRANSACTIONAL, action = "named:{id}")
        String named(@PathVariable int id, IdempotencyContext context) {
            context.refer("R-" + id);
            return "done";
        }
    }

    @RestController
    static class Leased {

        @PostMapping("/wrong/{id}")
        @Idempotent(action = "wrong:{id}")
        void wrong() {}
    }

    @RestController
    static class WithoutKey {

        @PostMapping("/wrong/{id}")
        @Idempotent(mode = Mode.TRANSACTIONAL, required = false, action = "wrong:{id}")
        void wrong() {}
    }

    @RestController
    static class Proceeding {

        @PostMapping("/wrong/{id}")
        @Idempotent(mode = Mode.TRANSACTIONAL, onStoreFailure = OnStoreFailure.PROCEED, action = "wrong:{id}")
        void wrong() {}
    }

    @RestController
    static class UnknownVariable {

        @PostMapping("/wrong/{id}")
        @Idempotent(mode = Mode.TRANSACTIONAL, action = "wrong:{order}")
        void wrong() {}
    }
}
