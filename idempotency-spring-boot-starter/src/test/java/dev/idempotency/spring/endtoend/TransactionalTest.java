package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.Mode;
import dev.idempotency.testbed.Database;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** One commit for the work and its record, on Tomcat and Postgres. */
class TransactionalTest {

    private static Database database;
    private static OrdersApp app;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        database = Database.create();
        database.execute("""
            CREATE TABLE customer (id int PRIMARY KEY);
            CREATE TABLE purchase (
                id serial PRIMARY KEY,
                customer int REFERENCES customer (id) DEFERRABLE INITIALLY DEFERRED)""");
        app = OrdersApp.start(database, Map.of("idempotency.max-response-size", "4KB"), Purchases.class);
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @BeforeEach
    void empty() {
        database.execute("TRUNCATE purchase");
    }

    @Test
    void the_work_is_done_once_and_the_retry_gets_its_answer() {
        HttpResponse<String> first = post("/purchases");
        HttpResponse<String> again = post("/purchases");

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(isReplay(again)).isTrue();
        assertThat(rows()).isOne();
    }

    @Test
    void exception_handlers_of_the_application_answer_a_failed_commit_nothing_is_stored() {
        HttpResponse<String> first = post("/unknown-customer");

        assertThat(first.statusCode()).isEqualTo(409);
        assertThat(first.body()).isEqualTo("no such customer");
        assertThat(rows()).isZero();
        assertThat(records()).isZero();
        database.execute("INSERT INTO customer VALUES (1)");
        assertThat(post("/unknown-customer").statusCode()).isEqualTo(200);
        assertThat(rows()).isOne();
        database.execute("TRUNCATE purchase, customer");
    }

    @Test
    void an_error_page_is_replayed_as_it_was_and_what_was_written_before_is_undone() {
        HttpResponse<String> first = post("/not-found");
        HttpResponse<String> again = post("/not-found");

        assertThat(first.statusCode()).isEqualTo(404);
        assertThat(first.body()).contains("\"status\":404");
        assertThat(again.statusCode()).isEqualTo(404);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(isReplay(again)).isTrue();
        assertThat(rows()).isZero();
    }

    @Test
    void a_server_error_that_was_sent_is_rolled_back_and_the_retry_runs() {
        assertThat(post("/error-sent").statusCode()).isEqualTo(500);
        assertThat(isReplay(post("/error-sent"))).isFalse();

        assertThat(rows()).isZero();
        assertThat(records()).isZero();
    }

    @Test
    void a_refusal_after_a_rollback_is_stored_by_itself() {
        assertThat(post("/refused").body()).isEqualTo("refused");
        assertThat(isReplay(post("/refused"))).isTrue();

        assertThat(rows()).isZero();
    }

    @Test
    void a_success_after_a_rollback_is_never_a_success() {
        assertThat(post("/rolled-back").statusCode()).isEqualTo(500);

        assertThat(rows()).isZero();
        assertThat(records()).isZero();
    }

    @Test
    void rows_of_a_transaction_of_its_own_are_not_covered() {
        assertThat(post("/on-its-own").statusCode()).isEqualTo(500);
        assertThat(post("/on-its-own").statusCode()).isEqualTo(500);

        assertThat(rows()).isEqualTo(2);
    }

    @Test
    void a_large_answer_is_held_back_until_the_commit_and_not_run_again() {
        HttpResponse<String> first = post("/large");
        HttpResponse<String> again = post("/large");

        assertThat(first.body()).hasSize(64 * 1024);
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.body()).contains("idempotency_response_unavailable");
        assertThat(rows()).isOne();
    }

    @Test
    void a_handler_that_answers_asynchronously_stops_the_start_and_names_the_other_mode() {
        assertThatThrownBy(() -> OrdersApp.start(Database.create(), Map.of(), Later.class))
                .isInstanceOfSatisfying(IdempotencyConfigurationException.class, wrong -> {
                    assertThat(wrong).hasMessageContaining("asynchronously");
                    assertThat(wrong.action()).contains("LEASE");
                });
    }

    private HttpResponse<String> post(String path) {
        return app.post(path, key, "");
    }

    private static boolean isReplay(HttpResponse<String> answer) {
        return answer.headers().firstValue("Idempotency-Replayed").isPresent();
    }

    private static int rows() {
        return count("SELECT count(*) FROM purchase");
    }

    private int records() {
        return count("SELECT count(*) FROM idempotency_record WHERE key = '" + key + "'");
    }

    private static int count(String sql) {
        return JdbcClient.create(database.dataSource())
                .sql(sql)
                .query(Integer.class)
                .single();
    }

    @RestController
    static class Later {

        @PostMapping("/later")
        @Idempotent(mode = Mode.TRANSACTIONAL)
        CompletableFuture<String> later() {
            return CompletableFuture.completedFuture("later");
        }
    }
}
