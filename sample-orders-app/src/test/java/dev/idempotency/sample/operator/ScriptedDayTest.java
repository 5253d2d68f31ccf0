package dev.idempotency.sample.operator;

import static dev.idempotency.sample.Customer.isReplay;
import static dev.idempotency.sample.Customer.newKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.core.engine.LeaseRenewer;
import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.sample.Customer;
import dev.idempotency.testbed.Database;
import dev.idempotency.testbed.TcpProxy;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A day with everything in it, and what operators are told of it. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "payments.timeout=3s",
            "spring.datasource.hikari.connection-timeout=500",
            "idempotency.upkeep.sweep-every=100ms",
            "idempotency.upkeep.reap-every=100ms",
            "idempotency.reconciliation.every=100ms",
            "idempotency.metrics.count-every=100ms"
        })
@DirtiesContext
class ScriptedDayTest {

    private static final Database DATABASE = Database.create();
    private static final TcpProxy PROXY = TcpProxy.to(DATABASE);

    private static final String EXPIRE_EVERYTHING = """
            UPDATE idempotency_record
            SET expires_at = clock_timestamp(), reap_at = clock_timestamp()
            WHERE state IN ('completed', 'failed_retryable')
            """;

    private final Customer alice;
    private final Customer operator;
    private final Watch watch;
    private final IdempotencyStore store;
    private final LeaseRenewer leases;
    private final JdbcClient database = JdbcClient.create(DATABASE.dataSource());

    @Autowired
    ScriptedDayTest(@LocalServerPort int port, Watch watch, IdempotencyStore store, LeaseRenewer leases) {
        this.alice = new Customer("alice", port);
        this.operator = new Customer("operator", port);
        this.watch = watch;
        this.store = store;
        this.leases = leases;
    }

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        Database proxied = DATABASE.through(PROXY);
        registry.add("spring.datasource.url", proxied::url);
        registry.add("spring.datasource.username", proxied::user);
        registry.add("spring.datasource.password", proxied::password);
    }

    @AfterAll
    static void close() {
        PROXY.close();
    }

    @Test
    void every_counter_tells_what_happened_in_a_day() {
        assertThat(scrape().counters())
                .hasSize(12)
                .allSatisfy((name, count) -> assertThat(count).as(name).isZero());

        long order = firstAndReplay();
        mismatch(order);
        conflict(order);
        failureAndRetry(order);
        unknownAndReconciled(order);
        lostOnAnotherNodeAndGivenUp();
        int reaped = theNextMorning();
        storeIsDown();

        Map<String, Double> counters = scrape().counters();
        assertThat(counters)
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        // two orders, the second of them after the store was back, and four payments
                        Map.entry("idempotency_reserve_total", 6.0),
                        // the order, the conflict's and the unknown payment
                        Map.entry("idempotency_reserve_replay_total", 3.0),
                        Map.entry("idempotency_reserve_in_progress_total", 1.0),
                        Map.entry("idempotency_reserve_key_misuse_total", 1.0),
                        Map.entry("idempotency_reserve_failed_retry_total", 1.0),
                        Map.entry("idempotency_reserve_unknown_total", 1.0),
                        Map.entry("idempotency_store_error_total", (double) watch.failures()),
                        Map.entry("idempotency_zombie_key_total", 1.0),
                        Map.entry("idempotency_ttl_pruned_total", (double) reaped),
                        // the payment and the lost run
                        Map.entry("idempotency_reconcile_scheduled_total", 2.0),
                        Map.entry("idempotency_reconcile_resolved_total", 1.0),
                        Map.entry("idempotency_reconcile_failed_total", 1.0)));
    }

    private long firstAndReplay() {
        String key = newKey();
        HttpResponse<String> first = alice.post("/orders", key, "{\"sku\":\"book\",\"quantity\":1}");
        HttpResponse<String> again = alice.post("/orders", key, "{\"quantity\":1,\"sku\":\"book\"}");
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(isReplay(again)).isTrue();
        assertCount(1, "idempotency_reserve_total", "uri=\"/orders\"", "method=\"POST\"");
        assertCount(1, "idempotency_reserve_replay_total", "uri=\"/orders\"", "outcome=\"replayed\"");
        return Customer.json(first).get("id").asLong();
    }

    private void mismatch(long order) {
        String key = newKey();
        assertThat(alice.post("/payments", key, payment(order, "declined")).statusCode())
                .isEqualTo(402);
        assertThat(alice.post("/payments", key, payment(order, "ok")).statusCode())
                .isEqualTo(422);
        assertCount(1, "idempotency_reserve_key_misuse_total", "uri=\"/payments\"");
    }

    private void conflict(long order) {
        String key = newKey();
        CompletableFuture<HttpResponse<String>> first =
                alice.send("POST", "/payments", key, payment(order, "slow:1500"));
        await().until(() -> leases.running() == 1);
        assertThat(alice.post("/payments", key, payment(order, "slow:1500")).statusCode())
                .isEqualTo(409);
        assertThat(scrape().sum("idempotency_oldest_lease_seconds")).isPositive();
        assertThat(first.join().statusCode()).isEqualTo(201);
        assertThat(isReplay(alice.post("/payments", key, payment(order, "slow:1500"))))
                .isTrue();
        assertCount(1, "idempotency_reserve_in_progress_total", "uri=\"/payments\"");
    }

    private void failureAndRetry(long order) {
        String key = newKey();
        assertThat(alice.post("/payments", key, payment(order, "down")).statusCode())
                .isEqualTo(502);
        assertThat(alice.post("/payments", key, payment(order, "down")).statusCode())
                .isEqualTo(201);
        assertCount(1, "idempotency_reserve_failed_retry_total", "uri=\"/payments\"");
    }

    private void unknownAndReconciled(long order) {
        String key = newKey();
        assertThat(alice.post("/payments", key, payment(order, "timeout")).statusCode())
                .isEqualTo(504);
        assertThat(alice.post("/payments", key, payment(order, "timeout")).statusCode())
                .isEqualTo(409);
        assertCount(1, "idempotency_reserve_unknown_total", "uri=\"/payments\"");
        assertCount(1, "idempotency_reconcile_scheduled_total", "outcome=\"ended_unknown\"");
        await().untilAsserted(() -> assertCount(1, "idempotency_unknown"));
        watch.letReconcile();
        await().untilAsserted(() -> assertCount(1, "idempotency_reconcile_resolved_total", "outcome=\"executed\""));
        assertThat(isReplay(alice.post("/payments", key, payment(order, "timeout"))))
                .isTrue();
    }

    /** The store is asked past all that measures here, as another node would, and nobody answers for that run any more. */
    private void lostOnAnotherNodeAndGivenUp() {
        store.reserve(new ReservationRequest(
                new RecordId(Scope.of("carol"), new IdempotencyKey(newKey())),
                "POST /elsewhere",
                Fingerprint.of(1, new byte[32]),
                "another node",
                Duration.ofMillis(1),
                Duration.ofDays(1),
                OnLapsedLease.UNKNOWN));
        await().untilAsserted(() -> assertCount(1, "idempotency_reconcile_failed_total"));
        assertCount(1, "idempotency_zombie_key_total", "outcome=\"lapsed\"");
        assertCount(1, "idempotency_reconcile_scheduled_total", "outcome=\"lapsed\"");
        await().untilAsserted(() -> assertCount(1, "idempotency_dead_letters"));
        assertCount(0, "idempotency_unknown");
    }

    private int theNextMorning() {
        int expired = database.sql(EXPIRE_EVERYTHING).update();
        assertThat(expired).isEqualTo(5);
        await().untilAsserted(() -> assertCount(expired, "idempotency_ttl_pruned_total"));
        return expired;
    }

    private void storeIsDown() {
        PROXY.refuse();
        PROXY.cut();
        assertThat(alice.post("/orders", newKey(), "{\"sku\":\"pen\",\"quantity\":1}")
                        .statusCode())
                .isEqualTo(503);
        await().until(() -> watch.failures() > 1);
        PROXY.accept();
        // The pool trusts a connection that it has just used; half a second later it looks first.
        await().pollDelay(Duration.ofMillis(600))
                .untilAsserted(() -> assertThat(operator.get("/actuator/health").statusCode())
                        .isEqualTo(200));
        assertThat(alice.post("/orders", newKey(), "{\"sku\":\"pen\",\"quantity\":1}")
                        .statusCode())
                .isEqualTo(201);
        await().untilAsserted(() -> assertCount(watch.failures(), "idempotency_store_error_total"));
        assertCount(1, "idempotency_store_error_total", "operation=\"reserve\"");
        assertCount(1, "idempotency_request_seconds_count", "outcome=\"store_unavailable\"", "uri=\"/orders\"");
    }

    private void assertCount(int expected, String metric, String... labels) {
        assertThat(scrape().sum(metric, labels)).as(metric).isEqualTo(expected);
    }

    private Scrape scrape() {
        HttpResponse<String> answer = operator.get("/actuator/prometheus");
        assertThat(answer.statusCode()).isEqualTo(200);
        return Scrape.of(answer.body());
    }

    private static String payment(long order, String card) {
        return """
                {"orderId":%d,"amountCents":1500,"card":"%s"}""".formatted(order, card);
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Watching {

        @Bean
        Watch watch() {
            return new Watch();
        }
    }
}
