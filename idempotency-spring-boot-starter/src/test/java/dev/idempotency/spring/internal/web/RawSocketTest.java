package dev.idempotency.spring.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.internal.web.app.App;
import dev.idempotency.spring.internal.web.app.App.Server;
import dev.idempotency.spring.internal.web.app.RawConnection;
import dev.idempotency.spring.internal.web.app.Runs;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What no well-behaved client would send. */
class RawSocketTest {

    private final String key = UUID.randomUUID().toString();

    /** @param headers lines, each with its line break */
    record Lines(String what, String headers) {

        @Override
        public String toString() {
            return what;
        }
    }

    private static Stream<Arguments> onEach(Lines... lines) {
        return Stream.of(Server.values()).flatMap(server -> Stream.of(lines).map(line -> Arguments.of(server, line)));
    }

    static Stream<Arguments> refused() {
        return onEach(
                new Lines("two headers", "Idempotency-Key: a\r\nIdempotency-Key: b\r\n"),
                new Lines("the same twice", "Idempotency-Key: a\r\nidempotency-key: a\r\n"),
                new Lines("empty", "Idempotency-Key: \r\n"),
                new Lines("empty quoted", "Idempotency-Key: \"\"\r\n"),
                new Lines("a list", "Idempotency-Key: a, b\r\n"),
                new Lines("a tab inside", "Idempotency-Key: a\tb\r\n"),
                new Lines("UTF-8", "Idempotency-Key: gr\u00c3\u00bc\u00c3\u009fe\r\n"),
                new Lines("NUL", "Idempotency-Key: a\0b\r\n"),
                new Lines("256 characters", "Idempotency-Key: " + "k".repeat(256) + "\r\n"),
                new Lines("256 characters quoted", "Idempotency-Key: \"" + "k".repeat(256) + "\"\r\n"),
                new Lines("no closing quote", "Idempotency-Key: \"a\r\n"),
                new Lines("none", ""));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void a_malformed_key_is_400_and_nothing_runs(Server server, Lines lines) throws IOException {
        String answer = RawConnection.exchange(App.on(server).port(), post(lines.headers(), "{}"));

        assertThat(answer).startsWith("HTTP/1.1 400 ");
        if (!lines.what().equals("NUL")) {
            assertThat(answer).contains("idempotency_key_");
        }
    }

    static Stream<Arguments> taken() {
        String unique = UUID.randomUUID().toString();
        String padding = "k".repeat(255 - unique.length());
        return onEach(
                new Lines("bare", "Idempotency-Key: b" + unique + "\r\n"),
                new Lines("quoted", "Idempotency-Key: \"q" + unique + "\"\r\n"),
                new Lines("escaped", "Idempotency-Key: \"\\\"\\\\" + unique + "\"\r\n"),
                new Lines("with parameters", "Idempotency-Key: \"p" + unique + "\";a=1\r\n"),
                new Lines("255 characters", "Idempotency-Key: " + unique + padding + "\r\n"),
                new Lines("another case of the name", "IDEMPOTENCY-KEY: c" + unique + "\r\n"));
    }

    @ParameterizedTest
    @MethodSource("taken")
    void a_well_formed_key_is_taken(Server server, Lines lines) throws IOException {
        String first = RawConnection.exchange(App.on(server).port(), post(lines.headers(), "{\"a\":1}"));
        String second = RawConnection.exchange(App.on(server).port(), post(lines.headers(), "{\"a\":1}"));

        assertThat(first).startsWith("HTTP/1.1 200 ").endsWith("{\"a\":1}");
        assertThat(second).startsWith("HTTP/1.1 200 ").containsIgnoringCase("Idempotency-Replayed: true");
    }

    @OnEveryServer
    void expect_100_continue_with_a_bad_key_asks_for_no_body(Server server) throws IOException {
        try (RawConnection connection = RawConnection.to(App.on(server).port())) {
            connection.send(head("Idempotency-Key: \"a\r\nExpect: 100-continue\r\nContent-Length: 10\r\n"));

            assertThat(connection.readUntil("\r\n")).startsWith("HTTP/1.1 400 ");
        }
    }

    /** Tomcat can be told to wait, as it is for all other tests: see docs/configuration.md. */
    @OnEveryServer
    void tomcat_as_boot_sets_it_up_asks_for_the_body_before_the_key_is_refused(Server server) throws IOException {
        for (String headers : List.of("", "Idempotency-Key: \"a\r\n")) {
            try (RawConnection connection =
                    RawConnection.to(App.asBootSetsItUpOn(server).port())) {
                connection.send(head(headers + "Expect: 100-continue\r\nContent-Length: 10\r\n"));

                if (server == Server.TOMCAT) {
                    assertThat(connection.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 100 ");
                }
                assertThat(connection.readUntil("}"))
                        .startsWith("HTTP/1.1 400 ")
                        .contains("idempotency_key_");
            }
        }
    }

    @OnEveryServer
    void expect_100_continue_with_a_good_key_asks_for_the_body(Server server) throws IOException {
        try (RawConnection connection = RawConnection.to(App.on(server).port())) {
            connection.send(head("Idempotency-Key: " + key + "\r\nExpect: 100-continue\r\nContent-Length: 2\r\n"));

            assertThat(connection.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 100 ");
            connection.send("{}");
            assertThat(connection.readUntil("{}")).startsWith("HTTP/1.1 200 ");
        }
    }

    @OnEveryServer
    void a_chunked_body_over_the_limit_is_413_though_its_end_never_comes(Server server) throws IOException {
        try (RawConnection connection = RawConnection.to(App.on(server).port())) {
            connection.send(head("Idempotency-Key: " + key + "\r\nTransfer-Encoding: chunked\r\n"));
            for (int i = 0; i < 65; i++) {
                connection.send("400\r\n" + "x".repeat(1024) + "\r\n");
            }

            assertThat(connection.readUntil("}")).startsWith("HTTP/1.1 413 ").contains("idempotency_request_too_large");
        }
        assertThat(App.on(server).bean(Runs.class).of(key)).isZero();
    }

    @OnEveryServer
    void a_declared_length_over_the_limit_is_413_without_a_byte_of_it(Server server) throws IOException {
        try (RawConnection connection = RawConnection.to(App.on(server).port())) {
            connection.send(head("Idempotency-Key: " + key + "\r\nContent-Length: 1000000000\r\n"));

            assertThat(connection.readUntil("}")).startsWith("HTTP/1.1 413 ");
        }
    }

    @OnEveryServer
    void pipelined_duplicates_run_once(Server server) throws IOException {
        String request = "POST /p/read/stream HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nIdempotency-Key: "
                + key + "\r\nContent-Length: 3\r\n";
        String answers = RawConnection.exchange(
                App.on(server).port(), (request + "\r\nabc").repeat(4) + request + "Connection: close\r\n\r\nabc");

        assertThat(answers.split("HTTP/1.1 200 ", -1)).hasSize(6);
        assertThat(answers.split("(?i)Idempotency-Replayed: true", -1)).hasSize(5);
        assertThat(App.on(server).bean(Runs.class).of(key)).isEqualTo(1);
    }

    @OnEveryServer
    void a_client_that_hangs_up_does_not_cancel_the_completion_of_its_record(Server server) throws IOException {
        App app = App.on(server);
        for (String path : List.of("/p/entity", "/p/future")) {
            String own = key + path.replace('/', '-');
            Runs.Held held = app.bean(Runs.class).hold(own);
            String order = "{\"sku\":\"book\",\"quantity\":1}";
            try (RawConnection connection = RawConnection.to(app.port())) {
                connection.send("POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                        + "Idempotency-Key: " + own + "\r\nContent-Length: " + order.length() + "\r\n\r\n" + order);
                held.awaitArrival();
                connection.reset();
            }
            held.letGo();

            var retry = Eventually.that(() -> app.client().post(path, own, order), answer -> answer.status() != 409);
            assertThat(retry.status()).isEqualTo(201);
            assertThat(retry.isReplay()).isTrue();
            assertThat(app.bean(Runs.class).of(own)).isEqualTo(1);
        }
    }

    private static String post(String headers, String body) {
        return head(headers + "Connection: close\r\nContent-Length: " + body.length() + "\r\n") + body;
    }

    private static String head(String headers) {
        return "POST /p/read/stream HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + headers + "\r\n";
    }
}
