package dev.idempotency.sample.process;

import static dev.idempotency.sample.Customer.isReplay;
import static dev.idempotency.sample.Customer.json;
import static dev.idempotency.sample.Customer.newKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.sample.Customer;
import dev.idempotency.testbed.Database;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Two processes of the application on one database; one of them dies, or is stopped, while the provider works for it. */
class LostProcessTest {

    private static final Duration LEASE = Duration.ofMillis(1500);
    private static final Duration SWEEP = Duration.ofSeconds(1);
    private static final Duration RECONCILIATION = Duration.ofSeconds(1);

    /** What a busy machine needs beyond the intervals. */
    private static final Duration GRACE = Duration.ofSeconds(3);

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static Database database;
    private static JdbcClient sql;
    private static SampleProcess other;
    private static SampleProcess first;

    private final String key = newKey();

    /** One after the other, as each would make the tables. */
    @BeforeAll
    static void start() throws IOException {
        database = Database.create();
        sql = JdbcClient.create(database.dataSource());
        other = start(Duration.ofSeconds(1));
        other.alice();
        first = start(PATIENCE);
    }

    @BeforeEach
    void startAgain() throws IOException {
        if (!first.isAlive()) {
            first.close();
            first = start(PATIENCE);
        }
    }

    /** One that a failed test has left stopped would fail the others too. */
    @AfterEach
    void goOn() throws IOException {
        if (first.isAlive()) {
            first.resume();
        }
    }

    @AfterAll
    static void stop() throws IOException {
        first.close();
        other.close();
    }

    @Test
    void a_process_that_is_killed_while_the_provider_works_leaves_a_charge_that_is_found() {
        long order = first.alice().order();
        String payment = payment(order, "slow:500");
        CompletableFuture<HttpResponse<String>> unanswered = first.alice().send("POST", "/payments", key, payment);
        awaitAccepted(order);

        first.kill();

        await().atMost(LEASE.plus(SWEEP).plus(RECONCILIATION).plus(GRACE)).until(() -> state().equals("completed"));
        HttpResponse<String> answer = other.alice().post("/payments", key, payment);
        assertThat(unanswered).failsWithin(PATIENCE);
        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(isReplay(answer)).isTrue();
        assertThat(json(answer).get("chargeId").asString())
                .isEqualTo(chargeOf(order).get("id").asString());
    }

    @Test
    void a_process_stopped_for_longer_than_its_lease_changes_nothing_and_claims_nothing() throws IOException {
        long order = first.alice().order();
        String payment = payment(order, "slow:1000");
        CompletableFuture<HttpResponse<String>> late = first.alice().send("POST", "/payments", key, payment);
        awaitAccepted(order);

        first.pause();
        await().atMost(PATIENCE).until(() -> state().equals("completed"));
        HttpResponse<String> answer = other.alice().post("/payments", key, payment);
        List<String> rows = rows();
        first.resume();

        assertThat(late).succeedsWithin(PATIENCE);
        assertThat(answer.statusCode()).isEqualTo(201);
        if (late.join().statusCode() < 400) {
            assertThat(isReplay(late.join())).isTrue();
            assertThat(late.join().body()).isEqualTo(answer.body());
        }
        assertThat(rows()).isEqualTo(rows);
        chargeOf(order);
    }

    @Test
    void a_stopped_process_that_finds_its_outcome_unknown_claims_no_success() throws IOException {
        long order = first.alice().order();
        String payment = payment(order, "slow:6000");
        CompletableFuture<HttpResponse<String>> late = first.alice().send("POST", "/payments", key, payment);
        awaitAccepted(order);

        first.pause();
        await().atMost(PATIENCE).until(() -> state().equals("unknown"));
        first.resume();

        assertThat(late).succeedsWithin(PATIENCE);
        assertThat(late.join().statusCode() >= 400 || isReplay(late.join())).isTrue();
        HttpResponse<String> answer = await().atMost(PATIENCE)
                .until(() -> other.alice().post("/payments", key, payment), response -> response.statusCode() == 201);
        assertThat(isReplay(answer)).isTrue();
        chargeOf(order);
    }

    @Test
    void a_handler_that_runs_for_five_leases_keeps_its_lease_while_its_process_lives() {
        Customer alice = first.alice();
        long order = alice.order();
        String payment = payment(order, "slow:" + LEASE.multipliedBy(5).toMillis());
        CompletableFuture<HttpResponse<String>> running = alice.send("POST", "/payments", key, payment);
        awaitAccepted(order);

        await().atMost(PATIENCE).during(LEASE.multipliedBy(4)).until(() -> {
            HttpResponse<String> meanwhile = other.alice().post("/payments", key, payment);
            return meanwhile.body().contains("idempotency_in_progress");
        });

        assertThat(running).succeedsWithin(PATIENCE);
        assertThat(running.join().statusCode()).isEqualTo(201);
        assertThat(isReplay(running.join())).isFalse();
        assertThat(other.alice().post("/payments", key, payment).body())
                .isEqualTo(running.join().body());
        chargeOf(order);
    }

    @Test
    void a_provider_that_charges_and_never_answers_is_found_out_within_one_interval() {
        Customer alice = other.alice();
        long order = alice.order();
        String payment = payment(order, "timeout");

        assertThat(alice.post("/payments", key, payment).statusCode()).isEqualTo(504);
        assertThat(alice.post("/payments", key, payment).statusCode()).isIn(409, 201);

        HttpResponse<String> answer = await().atMost(RECONCILIATION.plus(GRACE))
                .until(() -> alice.post("/payments", key, payment), response -> response.statusCode() == 201);
        assertThat(json(answer).get("chargeId").asString())
                .isEqualTo(chargeOf(order).get("id").asString());
    }

    private static SampleProcess start(Duration providersTime) throws IOException {
        Map<String, String> environment = new HashMap<>();
        environment.put("IDEMPOTENCY_LEASE", LEASE.toMillis() + "ms");
        environment.put("IDEMPOTENCY_UPKEEP_SWEEPEVERY", SWEEP.toMillis() + "ms");
        environment.put("IDEMPOTENCY_RECONCILIATION_EVERY", RECONCILIATION.toMillis() + "ms");
        environment.put("IDEMPOTENCY_RECONCILIATION_FIRSTPAUSE", RECONCILIATION.toMillis() + "ms");
        environment.put("PAYMENTS_TIMEOUT", providersTime.toMillis() + "ms");
        return SampleProcess.start(database, environment);
    }

    /** The provider has the request, and the charge will be made. */
    private static void awaitAccepted(long order) {
        await().atMost(PATIENCE)
                .until(() -> sql.sql("SELECT EXISTS (SELECT FROM provider.charges WHERE order_id = ?)")
                        .param(order)
                        .query(Boolean.class)
                        .single());
    }

    private String state() {
        return sql.sql("SELECT state FROM idempotency_record WHERE key = ?")
                .param(key)
                .query(String.class)
                .single();
    }

    /** The record and the payment, every version of a row by itself. */
    private List<String> rows() {
        return sql.sql("SELECT ctid || r::text FROM idempotency_record r WHERE key = ?"
                        + " UNION ALL SELECT ctid || p::text FROM payments p ORDER BY 1")
                .param(key)
                .query(String.class)
                .list();
    }

    /** The one charge, which the provider was asked for once. */
    private static JsonNode chargeOf(long order) {
        assertThat(other.alice().charges(order))
                .singleElement()
                .satisfies(charge -> assertThat(charge.get("requests").asInt()).isOne());
        return other.alice().charges(order).get(0);
    }

    private static String payment(long order, String card) {
        return """
                {"orderId":%d,"amountCents":1500,"card":"%s"}""".formatted(order, card);
    }
}
