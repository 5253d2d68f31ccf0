package dev.idempotency.sample.refund;

import static dev.idempotency.sample.Customer.isReplay;
import static dev.idempotency.sample.Customer.json;
import static dev.idempotency.sample.Customer.newKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.sample.SampleTest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;

/** One thing at a time for an order, and one refund for ever. */
class RefundsTest extends SampleTest {

    private static final String REFUND = "{\"amountCents\":500}";

    private final String order = "/orders/" + alice.order();

    private final JdbcClient sql;

    RefundsTest(@LocalServerPort int port, @Autowired JdbcClient sql) {
        super(port);
        this.sql = sql;
    }

    @Test
    void an_order_is_refunded_once_whatever_the_key() {
        String key = newKey();
        HttpResponse<String> first = alice.post(order + "/refunds", key, REFUND);
        HttpResponse<String> again = alice.post(order + "/refunds", key, REFUND);
        HttpResponse<String> other = alice.post(order + "/refunds", newKey(), REFUND);
        HttpResponse<String> more = alice.post(order + "/refunds", newKey(), "{\"amountCents\":600}");

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(isReplay(again)).isTrue();
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(json(other).get("code").asString()).isEqualTo("idempotency_action_done");
        assertThat(json(other).get("reference").asString())
                .isEqualTo(json(first).get("id").asString());
        assertThat(json(more).get("code").asString()).isEqualTo("idempotency_action_conflict");
        assertThat(json(alice.get(order + "/refunds"))).hasSize(1);
    }

    @Test
    void while_an_order_is_shipped_it_is_neither_shipped_again_nor_refunded() {
        String shipment = newKey();
        String key = newKey();
        CompletableFuture<HttpResponse<String>> shipping =
                alice.send("POST", order + "/shipments", shipment, "{\"carrier\":\"slow:3000\"}");
        await().atMost(Duration.ofSeconds(30)).until(() -> isRunning(shipment));

        assertThat(isLocked(alice.post(order + "/shipments", newKey(), "{\"carrier\":\"mail\"}")))
                .isTrue();
        HttpResponse<String> refund = alice.post(order + "/refunds", key, REFUND);

        assertThat(isLocked(refund)).isTrue();
        assertThat(refund.headers().firstValue("Retry-After")).isPresent();
        assertThat(shipping.join().statusCode()).isEqualTo(201);
        assertThat(alice.post(order + "/refunds", key, REFUND).statusCode()).isEqualTo(201);
        assertThat(json(alice.get(order + "/shipments"))).hasSize(1);
        assertThat(json(alice.get(order + "/refunds"))).hasSize(1);
    }

    @Test
    void another_tenants_order_is_not_there_and_locks_nothing() {
        assertThat(bob.post(order + "/refunds", newKey(), REFUND).statusCode()).isEqualTo(404);
        assertThat(bob.post(order + "/shipments", newKey(), "{\"carrier\":\"mail\"}")
                        .statusCode())
                .isEqualTo(404);
        assertThat(bob.get(order + "/refunds").statusCode()).isEqualTo(404);
        assertThat(bob.get(order + "/shipments").statusCode()).isEqualTo(404);

        assertThat(alice.post(order + "/refunds", newKey(), REFUND).statusCode())
                .isEqualTo(201);
    }

    @Test
    void a_refund_of_nothing_is_refused_and_has_not_been_made() {
        assertThat(alice.post(order + "/refunds", newKey(), "{\"amountCents\":0}")
                        .statusCode())
                .isEqualTo(400);

        assertThat(alice.post(order + "/refunds", newKey(), REFUND).statusCode())
                .isEqualTo(201);
    }

    private boolean isRunning(String key) {
        return sql.sql("SELECT EXISTS (SELECT FROM idempotency_record WHERE key = ? AND state = 'in_progress')")
                .param(key)
                .query(Boolean.class)
                .single();
    }

    private static boolean isLocked(HttpResponse<String> answer) {
        return answer.statusCode() == 409 && json(answer).get("code").asString().equals("idempotency_entity_locked");
    }
}
