package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.testbed.Database;
import dev.idempotency.testbed.TcpProxy;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StoppedDatabaseTest {

    private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(1);
    private static final Map<String, String> POOL = Map.of(
            "spring.datasource.hikari.connection-timeout",
            String.valueOf(CONNECTION_TIMEOUT.toMillis()),
            "spring.datasource.hikari.validation-timeout",
            "500");
    private static final String BODY = "{\"sku\":\"book\"}";

    @BeforeEach
    void open() {
        Orders.RUNS.set(0);
        Orders.gate = new CountDownLatch(0);
    }

    @Test
    void nothing_runs_without_the_store_and_everything_does_after_its_return() {
        Database database = Database.create();
        try (TcpProxy network = TcpProxy.to(database);
                OrdersApp application = OrdersApp.start(database.through(network), POOL, Orders.class)) {
            assertThat(application.post("/orders", "before", BODY).statusCode()).isEqualTo(201);
            network.refuse();

            long asked = System.nanoTime();
            HttpResponse<String> refused = application.post("/orders", "during", BODY);
            Duration took = Duration.ofNanos(System.nanoTime() - asked);

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).contains("5");
            assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(refused.body()).contains("\"idempotency_store_unavailable\"", "\"retryable\":true");
            assertThat(took).isLessThan(CONNECTION_TIMEOUT.multipliedBy(3));
            assertThat(Orders.RUNS).as("runs").hasValue(1);

            network.accept();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(
                                    application.post("/orders", "during", BODY).statusCode())
                            .isEqualTo(201));
            assertThat(Orders.RUNS).as("runs").hasValue(2);
            assertThat(application.post("/orders", "before", BODY).headers().firstValue("Idempotency-Replayed"))
                    .contains("true");
        }
    }

    @Test
    void a_reserved_request_is_answered_though_the_store_is_gone_when_it_ends() {
        Database database = Database.create();
        try (TcpProxy network = TcpProxy.to(database);
                OrdersApp application =
                        OrdersApp.start(database.through(network), POOL, Orders.class, StopsStore.class)) {
            StopsStore.network = network;

            HttpResponse<String> answer = application.post("/stops", "k", BODY);

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("done");
            assertThat(answer.headers().firstValue("Idempotency-Expires")).isEmpty();
            network.accept();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(
                                    application.post("/stops", "k", BODY).body())
                            .containsAnyOf("idempotency_in_progress", "idempotency_outcome_unknown"));
        }
    }
}
