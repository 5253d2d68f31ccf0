package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.testbed.Database;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

class LimitsTest {

    private static final String BODY = "{\"sku\":\"book\"}";

    private final Database database = Database.create();

    @BeforeEach
    void open() {
        Orders.RUNS.set(0);
        Orders.gate = new CountDownLatch(0);
    }

    @Test
    void a_scope_that_has_as_many_records_as_it_may_is_told_429_and_still_gets_replays() {
        try (OrdersApp application =
                OrdersApp.start(database, Map.of("idempotency.limits.active-keys", "10"), Orders.class)) {
            long accepted = IntStream.range(0, 40)
                    .filter(i -> application.post("/orders", "k" + i, BODY).statusCode() == 201)
                    .count();

            HttpResponse<String> refused = application.post("/orders", "one-more", BODY);

            assertThat(accepted).isEqualTo(10);
            assertThat(rows()).isEqualTo(10);
            assertThat(Orders.RUNS).hasValue(10);
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Retry-After")).contains("5");
            assertThat(refused.body()).contains("\"idempotency_quota_exceeded\"", "\"retryable\":true");
            // Its reads are limited as well, and used up for the moment.
            Awaitility.await()
                    .untilAsserted(() -> assertThat(application
                                    .post("/orders", "k3", BODY)
                                    .headers()
                                    .firstValue("Idempotency-Replayed"))
                            .contains("true"));
            assertThat(Orders.RUNS).hasValue(10);
        }
    }

    @Test
    void a_scope_that_takes_new_keys_too_quickly_is_told_429_before_its_body_is_looked_at() {
        Map<String, String> slow =
                Map.of("idempotency.limits.new-keys-per-second", "1", "idempotency.max-request-size", "100B");
        try (OrdersApp application = OrdersApp.start(database, slow, Orders.class)) {
            assertThat(application.post("/orders", "first", BODY).statusCode()).isEqualTo(201);

            HttpResponse<String> refused = application.post("/orders", "second", "x".repeat(200));

            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Retry-After")).contains("1");
            assertThat(rows()).isEqualTo(1);
        }
    }

    private int rows() {
        return new JdbcTemplate(database.dataSource())
                .queryForObject("SELECT count(*) FROM idempotency_record", Integer.class);
    }
}
