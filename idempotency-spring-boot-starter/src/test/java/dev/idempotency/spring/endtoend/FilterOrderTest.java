package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.spring.endtoend.OrdersApp.Server;
import dev.idempotency.testbed.Database;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Wherever Spring Security's filter stands, the filter for keys stands behind it. */
class FilterOrderTest {

    private static final String BODY = "{\"sku\":\"book\"}";

    @BeforeEach
    void open() {
        Orders.RUNS.set(0);
        Orders.gate = new CountDownLatch(0);
    }

    @ParameterizedTest
    @EnumSource
    void the_filter_follows_spring_security_wherever_that_is_put(Server server) {
        try (OrdersApp application = OrdersApp.startWithSecurityOn(
                server,
                Database.create(),
                Map.of("spring.security.filter.order", "5"),
                Orders.class,
                BasicUsers.class)) {
            HttpResponse<String> first = place(application, "alice");
            HttpResponse<String> refused = application.post("/orders", "k", BODY);

            assertThat(first.statusCode()).isEqualTo(201);
            assertThat(refused.statusCode()).isEqualTo(401);
            assertThat(refused.body()).doesNotContain("book");
            assertThat(place(application, "alice").body()).isEqualTo(first.body());
            assertThat(place(application, "bob").body()).contains("\"bob\"");
            assertThat(Orders.RUNS).hasValue(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_place_before_spring_security_is_refused_at_start_up(Server server) {
        assertRefused(server, Map.of("idempotency.filter.order", "-200"));
    }

    @Test
    void a_place_that_spring_security_was_moved_behind_is_refused_at_start_up() {
        assertRefused(Server.TOMCAT, Map.of("idempotency.filter.order", "-50", "spring.security.filter.order", "-40"));
    }

    @Test
    void the_same_place_as_spring_security_is_refused_at_start_up() {
        assertRefused(Server.TOMCAT, Map.of("idempotency.filter.order", "-100"));
    }

    @Test
    void spring_security_may_be_the_last_of_all_filters_but_one() {
        Map<String, String> properties = Map.of("spring.security.filter.order", String.valueOf(Integer.MAX_VALUE - 1));
        try (OrdersApp application = OrdersApp.startWithSecurityOn(
                Server.TOMCAT, Database.create(), properties, Orders.class, BasicUsers.class)) {
            place(application, "alice");

            assertThat(application.post("/orders", "k", BODY).statusCode()).isEqualTo(401);
        }
    }

    private static void assertRefused(Server server, Map<String, String> properties) {
        assertThatThrownBy(() -> OrdersApp.startWithSecurityOn(
                                server, Database.create(), properties, Orders.class, BasicUsers.class)
                        .close())
                .hasStackTraceContaining("idempotency.filter.order")
                .hasStackTraceContaining("spring.security.filter.order");
    }

    private static HttpResponse<String> place(OrdersApp application, String user) {
        String credentials = Base64.getEncoder().encodeToString((user + ":" + user).getBytes(StandardCharsets.UTF_8));
        return application.post("/orders", "k", BODY, "Authorization", "Basic " + credentials);
    }
}
