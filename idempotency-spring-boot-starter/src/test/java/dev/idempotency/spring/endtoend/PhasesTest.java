package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.outcome.NotExecutedException;
import dev.idempotency.testbed.Database;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Handlers in phases, which fail or are lost at each point and are gone on with by a retry. */
class PhasesTest {

    private static final String BODY = "{\"to\":\"the sea\"}";

    private static final Database DATABASE = Database.create();

    private static OrdersApp app;

    private final String key = UUID.randomUUID().toString();
    private final AtomicInteger failures = new AtomicInteger();

    @BeforeAll
    static void start() {
        DATABASE.execute(
                "CREATE TABLE ride (id bigserial PRIMARY KEY); CREATE TABLE receipt (ride bigint, charge text)");
        app = OrdersApp.start(DATABASE, Map.of(), Rides.class);
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @BeforeEach
    void empty() {
        DATABASE.execute("TRUNCATE ride, receipt");
        Rides.reset();
    }

    @Test
    void a_handler_in_phases_is_replayed_as_any_other() throws Exception {
        HttpResponse<String> first = post("/rides");
        HttpResponse<String> again = post("/rides");

        assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertDoneOnce();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ride", "before charge", "charge", "receipt", "answer"})
    void after_a_failure_at_any_point_the_retry_goes_on_after_the_last_finished_phase(String place) throws Exception {
        failOnce(place, new IllegalStateException("failed at " + place));

        assertThat(post("/rides").statusCode()).isEqualTo(500);
        HttpResponse<String> retry = post("/rides");

        assertThat(retry.statusCode()).as(retry.body()).isEqualTo(201);
        assertDoneOnce();
        assertThat(Rides.CALLS).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void after_a_time_out_a_repeatable_effect_is_asked_for_again_with_the_same_key() throws Exception {
        failOnce("charge", new IllegalStateException("lost", new java.net.SocketTimeoutException("no answer")));

        assertThat(post("/rides").statusCode()).isEqualTo(500);
        assertThat(post("/rides").statusCode()).isEqualTo(201);

        assertThat(Rides.CALLS).hasSize(2).containsOnly(Rides.CALLS.get(0));
        assertDoneOnce();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ride", "receipt", "answer"})
    void a_lost_run_is_gone_on_with_and_writes_nothing_when_it_comes_back(String place) throws Exception {
        CountDownLatch there = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        Rides.at = where -> {
            if (where.equals(place) && failures.incrementAndGet() == 1) {
                there.countDown();
                await(gate);
            }
        };
        CompletableFuture<HttpResponse<String>> lost = CompletableFuture.supplyAsync(this::postUnchecked);
        await(there);
        sql("UPDATE idempotency_record SET lease_until = clock_timestamp() - interval '1 second' WHERE key = ?")
                .param(key)
                .update();

        HttpResponse<String> retry = post("/rides");
        gate.countDown();
        HttpResponse<String> late = lost.get(30, TimeUnit.SECONDS);

        assertThat(retry.statusCode()).as(retry.body()).isEqualTo(201);
        assertThat(late.statusCode() >= 400 || late.body().equals(retry.body()))
                .as("the late run's own answer is withheld: " + late.body())
                .isTrue();
        assertDoneOnce();
        assertThat(Rides.CALLS).hasSize(1);
    }

    @Test
    void an_effect_that_nobody_can_find_out_about_is_unknown_and_listed() throws Exception {
        failOnce("charge", new IllegalStateException("no answer"));

        assertThat(post("/unrepeatable").statusCode()).isEqualTo(500);
        HttpResponse<String> retry = post("/unrepeatable");

        assertThat(retry.statusCode()).isEqualTo(409);
        assertThat(retry.body()).contains("idempotency_outcome_unknown");
        assertThat(state()).isEqualTo("unknown");
        assertThat(Rides.CALLS).hasSize(1);
    }

    @Test
    void an_effect_that_certainly_did_not_happen_is_asked_for_again() throws Exception {
        failOnce("before charge", new NotExecutedException("refused"));

        assertThat(post("/unrepeatable").statusCode()).isEqualTo(503);
        assertThat(post("/unrepeatable").statusCode()).isEqualTo(201);

        assertDoneOnce();
    }

    @ParameterizedTest
    @ValueSource(strings = {"before charge", "charge"})
    void an_effect_is_found_or_else_asked_for(String place) throws Exception {
        failOnce(place, new IllegalStateException("no answer"));

        assertThat(post("/findable").statusCode()).isEqualTo(500);
        HttpResponse<String> retry = post("/findable");

        assertThat(retry.statusCode()).as(retry.body()).isEqualTo(201);
        assertThat(Rides.CALLS).hasSize(1);
        assertDoneOnce();
    }

    @Test
    void the_steps_tell_what_the_provider_calls_the_effect() throws Exception {
        post("/rides");

        assertThat(sql("SELECT step || ' ' || kind || ' ' || state || coalesce(' ' || external_id, '')"
                                + " FROM idempotency_record_step WHERE key = ? ORDER BY position")
                        .param(key)
                        .query(String.class)
                        .list())
                .containsExactly("ride local done", "charge external done charge 1", "receipt local done");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE idempotency_record_step SET step = 'renamed' WHERE step = 'ride' AND key = ?",
                "UPDATE idempotency_record_step SET position = 2 - position WHERE key = ?",
                "UPDATE idempotency_record_step SET position = position + 1, step = 'charge' WHERE step = 'ride' AND key = ?"
            })
    void a_run_of_other_phases_is_never_gone_on_with(String asIfDeclaredOtherwise) throws Exception {
        failOnce("receipt", new IllegalStateException("failed"));
        if (asIfDeclaredOtherwise.contains("'charge' WHERE")) {
            failOnce("before charge", new IllegalStateException("failed"));
        }
        assertThat(post("/rides").statusCode()).isEqualTo(500);
        sql("DELETE FROM idempotency_record_step WHERE state = 'started' AND key = ?")
                .param(key)
                .update();
        sql(asIfDeclaredOtherwise).param(key).update();
        int calls = Rides.CALLS.size();

        HttpResponse<String> retry = post("/rides");

        assertThat(retry.statusCode()).isEqualTo(409);
        assertThat(retry.body()).contains("idempotency_outcome_unknown");
        assertThat(state()).isEqualTo("unknown");
        assertThat(sql("SELECT last_error FROM idempotency_record WHERE key = ?")
                        .param(key)
                        .query(String.class)
                        .single())
                .isEqualTo("phases_changed");
        assertThat(Rides.CALLS).hasSize(calls);
        assertThat(rows("receipt")).isZero();
    }

    @Test
    void a_result_that_cannot_be_read_any_more_is_unknown_and_no_second_run() throws Exception {
        failOnce("receipt", new IllegalStateException("failed"));
        assertThat(post("/rides").statusCode()).isEqualTo(500);
        sql("UPDATE idempotency_record_step SET result = 'null of another time' WHERE step = 'charge' AND key = ?")
                .param(key)
                .update();

        assertThat(post("/rides").statusCode()).isEqualTo(409);

        assertThat(state()).isEqualTo("unknown");
        assertThat(Rides.CALLS).hasSize(1);
    }

    @Test
    void each_phase_is_committed_by_itself_together_with_what_it_writes() throws Exception {
        post("/rides");

        assertThat(sql("SELECT count(DISTINCT xmin::text) FROM idempotency_record_step WHERE key = ?")
                        .param(key)
                        .query(Integer.class)
                        .single())
                .as("each phase is committed by itself")
                .isEqualTo(3);
        assertThat(sql("SELECT count(*) FROM ride, idempotency_record_step AS step"
                                + " WHERE ride.xmin = step.xmin AND step.step = 'ride' AND key = ?")
                        .param(key)
                        .query(Integer.class)
                        .single())
                .as("the row and its recovery point are one commit")
                .isOne();
    }

    private void failOnce(String place, RuntimeException failure) {
        Rides.at = where -> {
            if (where.equals(place) && failures.incrementAndGet() == 1) {
                throw failure;
            }
        };
    }

    private void assertDoneOnce() {
        assertThat(rows("ride")).isOne();
        assertThat(Rides.CHARGES).hasSize(1);
        assertThat(rows("receipt")).isOne();
    }

    private static int rows(String table) {
        return sql("SELECT count(*) FROM " + table).query(Integer.class).single();
    }

    private String state() {
        return sql("SELECT state FROM idempotency_record WHERE key = ?")
                .param(key)
                .query(String.class)
                .single();
    }

    private HttpResponse<String> post(String path) throws Exception {
        return app.post(path, key, BODY);
    }

    private HttpResponse<String> postUnchecked() {
        try {
            return post("/rides");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JdbcClient.StatementSpec sql(String sql) {
        return JdbcClient.create(DATABASE.dataSource()).sql(sql);
    }
}
