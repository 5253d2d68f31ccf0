package dev.idempotency.sample.process;

import static dev.idempotency.sample.Customer.json;
import static dev.idempotency.sample.Customer.newKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.testbed.Database;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Two processes of the application on one database; one of them dies while it ships an order. */
class LostShipmentTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String REFUND = "{\"amountCents\":500}";

    private final Database database = Database.create();
    private final JdbcClient sql = JdbcClient.create(database.dataSource());
    private SampleProcess other;
    private SampleProcess first;

    /** One after the other, as each would make the tables. */
    @BeforeEach
    void start() throws IOException {
        Map<String, String> quick = Map.of(
                "IDEMPOTENCY_LEASE", "1500ms",
                "IDEMPOTENCY_UPKEEP_SWEEPEVERY", "1s",
                "IDEMPOTENCY_RECONCILIATION_EVERY", "1s",
                "IDEMPOTENCY_RECONCILIATION_FIRSTPAUSE", "1s");
        other = SampleProcess.start(database, quick);
        other.alice();
        first = SampleProcess.start(database, quick);
    }

    @AfterEach
    void stop() throws IOException {
        first.close();
        other.close();
    }

    @Test
    void the_order_is_locked_until_it_is_known_that_it_was_not_shipped_and_free_then() {
        String order = "/orders/" + first.alice().order();
        String shipment = newKey();
        String refund = newKey();
        CompletableFuture<HttpResponse<String>> unanswered =
                first.alice().send("POST", order + "/shipments", shipment, "{\"carrier\":\"slow:60000\"}");
        await().atMost(PATIENCE).until(() -> isRunning(shipment));

        first.kill();

        assertThat(unanswered).failsWithin(PATIENCE);
        HttpResponse<String> locked = other.alice().post(order + "/refunds", refund, REFUND);
        assertThat(locked.statusCode()).isEqualTo(409);
        assertThat(json(locked).get("code").asString()).isEqualTo("idempotency_entity_locked");
        HttpResponse<String> refunded = await().atMost(PATIENCE)
                .until(
                        () -> other.alice().post(order + "/refunds", refund, REFUND),
                        answer -> answer.statusCode() == 201);
        assertThat(json(refunded).get("amountCents").asLong()).isEqualTo(500);
        assertThat(json(other.alice().get(order + "/shipments"))).isEmpty();
        assertThat(json(other.alice().get(order + "/refunds"))).hasSize(1);
    }

    private boolean isRunning(String key) {
        return sql.sql("SELECT EXISTS (SELECT FROM idempotency_record WHERE key = ? AND state = 'in_progress')")
                .param(key)
                .query(Boolean.class)
                .single();
    }
}
