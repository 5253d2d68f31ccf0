package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.GrantReason;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.scope.ScopeResolver;
import dev.idempotency.spring.web.IdempotencyListener;
import dev.idempotency.spring.web.RequestOutcome;
import dev.idempotency.testbed.Database;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/** What listeners are told, behind one that fails whatever it is told. */
class ListenersTest {

    private static final String BODY = "{\"sku\":\"book\"}";

    private static OrdersApp application;

    @BeforeAll
    static void start() {
        application = OrdersApp.start(Database.create(), Map.of(), Orders.class, Listening.class);
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @BeforeEach
    void open() {
        Orders.RUNS.set(0);
        Orders.gate = new CountDownLatch(0);
        Listening.OUTCOMES.clear();
    }

    @Test
    void a_listener_that_throws_changes_nothing_and_the_others_are_told() {
        HttpResponse<String> first = application.post("/orders", "watched", BODY);
        HttpResponse<String> again = application.post("/orders", "watched", BODY);

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(Orders.RUNS).hasValue(1);
        assertThat(Listening.OUTCOMES).containsExactly(RequestOutcome.EXECUTED, RequestOutcome.REPLAYED);
        assertThat(Listening.ENDPOINTS).containsExactlyInAnyOrder("POST /orders", "POST /patient");
    }

    @Test
    void a_request_is_aborted_when_its_body_does_not_come_to_its_end_and_a_retry_runs() throws IOException {
        sendHalf("halved");
        await().until(() -> !Listening.OUTCOMES.isEmpty());

        assertThat(Listening.OUTCOMES).containsExactly(RequestOutcome.ABORTED);
        assertThat(Orders.RUNS).hasValue(0);
        assertThat(application.post("/orders", "halved", BODY).statusCode()).isEqualTo(201);
    }

    @Test
    void a_request_is_aborted_when_an_extension_throws_and_a_retry_runs() {
        HttpResponse<String> failed = application.post("/orders", "thrown", BODY, "Caller", "nobody knows");

        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(Listening.OUTCOMES).containsExactly(RequestOutcome.ABORTED);
        assertThat(Orders.RUNS).hasValue(0);
        assertThat(application.post("/orders", "thrown", BODY).statusCode()).isEqualTo(201);
    }

    private static void sendHalf(String key) throws IOException {
        String request = "POST /orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: 100\r\nIdempotency-Key: " + key + "\r\n\r\n{\"sku\"";
        try (Socket socket = new Socket("127.0.0.1", application.port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Listening {

        static final List<String> ENDPOINTS = new CopyOnWriteArrayList<>();
        static final List<RequestOutcome> OUTCOMES = new CopyOnWriteArrayList<>();

        @Bean
        @Order(1)
        IdempotencyListener failing() {
            return new Failing();
        }

        @Bean
        @Order(2)
        IdempotencyListener attentive() {
            return new IdempotencyListener() {
                @Override
                public void onEndpoint(ProtectedEndpoint endpoint) {
                    ENDPOINTS.add(endpoint.operation());
                }

                @Override
                public void onOutcome(ProtectedEndpoint endpoint, HttpServletRequest request, RequestOutcome outcome) {
                    OUTCOMES.add(outcome);
                }
            };
        }

        @Bean
        ScopeResolver scopes() {
            return request -> {
                if (request.getHeader("Caller") != null) {
                    throw new IllegalStateException("who is that?");
                }
                return Optional.of(Scope.of("everybody"));
            };
        }
    }

    private static final class Failing implements IdempotencyListener {

        @Override
        public void onEndpoint(ProtectedEndpoint endpoint) {
            throw new IllegalStateException("no endpoint, please");
        }

        @Override
        public void onArrival(ProtectedEndpoint endpoint, HttpServletRequest request) {
            throw new IllegalStateException("no request, please");
        }

        @Override
        public void onBegun(ProtectedEndpoint endpoint, Scope scope, GrantReason reason) {
            throw new NoClassDefFoundError("as after an upgrade");
        }

        @Override
        public void onAnswered(ProtectedEndpoint endpoint, Scope scope, Reservation reservation) {
            throw new NoClassDefFoundError("as after an upgrade");
        }

        @Override
        public void onOutcome(ProtectedEndpoint endpoint, HttpServletRequest request, RequestOutcome outcome) {
            throw new IllegalStateException("no outcome, please");
        }
    }
}
