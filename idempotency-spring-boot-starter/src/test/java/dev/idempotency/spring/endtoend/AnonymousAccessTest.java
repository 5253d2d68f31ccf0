package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.endtoend.OrdersApp.Server;
import dev.idempotency.testbed.Database;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Spring Security lets everybody get to {@code /patient}, and to {@code /orders} only whom it knows. */
@ExtendWith(OutputCaptureExtension.class)
class AnonymousAccessTest {

    private static final String BODY = "{\"sku\":\"book\"}";
    private static final String WARNING = "Callers who are not authenticated";

    @BeforeEach
    void open() {
        Orders.RUNS.set(0);
        Orders.gate = new CountDownLatch(0);
    }

    @ParameterizedTest
    @EnumSource
    void who_is_not_authenticated_is_refused_unless_the_endpoints_are_said_to_be_public(Server server) {
        try (OrdersApp application = start(server, Map.of())) {
            HttpResponse<String> refused = application.post("/patient", "k", BODY);

            assertThat(refused.statusCode()).isEqualTo(401);
            assertThat(refused.body()).contains("idempotency_caller_unknown");
            assertThat(Orders.RUNS).hasValue(0);
        }
        try (OrdersApp application = start(server, Map.of("idempotency.scope.on-anonymous", "share"))) {
            HttpResponse<String> first = application.post("/patient", "k", BODY);

            assertThat(first.statusCode()).isEqualTo(201);
            assertThat(application.post("/patient", "k", BODY).body()).isEqualTo(first.body());
            assertThat(Orders.RUNS).hasValue(1);
        }
    }

    @Test
    void a_warning_names_the_protected_endpoints_that_are_open_and_no_others(CapturedOutput output) {
        try (OrdersApp application = start(Server.TOMCAT, Map.of())) {
            assertThat(application.port()).isPositive();
        }
        assertThat(output.toString().lines().filter(line -> line.contains(WARNING)))
                .singleElement()
                .asString()
                .contains("POST /patient", "idempotency.scope.on-anonymous")
                .doesNotContain("/orders");
    }

    @Test
    void there_is_no_warning_where_it_was_decided_what_they_get(CapturedOutput output) {
        for (String decision : new String[] {"share", "refuse"}) {
            start(Server.TOMCAT, Map.of("idempotency.scope.on-anonymous", decision))
                    .close();
        }
        assertThat(output).doesNotContain(WARNING);
    }

    private static OrdersApp start(Server server, Map<String, String> properties) {
        return OrdersApp.startWithSecurityOn(server, Database.create(), properties, Orders.class, BasicUsers.class);
    }
}
