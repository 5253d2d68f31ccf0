package dev.idempotency.spring.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.internal.web.app.App;
import dev.idempotency.spring.internal.web.app.App.Server;
import dev.idempotency.spring.internal.web.app.Client.Answer;
import dev.idempotency.spring.internal.web.app.Http2Connection;
import dev.idempotency.spring.internal.web.app.RawConnection;
import dev.idempotency.spring.internal.web.app.Runs;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients that hang up while an answer passes through, so that the stream throws which the handler or Spring writes to. */
class DepartedClientTest {

    private static final List<String> LARGE = List.of(
            "/large/bytes",
            "/large/list",
            "/large/resource",
            "/large/future",
            "/large/written",
            "/large/written-to-writer",
            "/large/closed-after-a-failure",
            "/large/wrapped",
            "/large/translated",
            "/large/written-on",
            "/large/streaming-body",
            "/large/raw");
    private static final List<String> FLUSHED = List.of("/large/flushed", "/large/flushed-as-buffer");

    private final String key = UUID.randomUUID().toString();

    static Stream<Arguments> large() {
        return onEach(LARGE);
    }

    static Stream<Arguments> largeOnJetty() {
        return LARGE.stream().map(path -> Arguments.of(Server.JETTY, path));
    }

    static Stream<Arguments> allOnJetty() {
        return Stream.concat(LARGE.stream(), FLUSHED.stream()).map(path -> Arguments.of(Server.JETTY, path));
    }

    static Stream<Arguments> all() {
        return onEach(Stream.concat(LARGE.stream(), FLUSHED.stream()).toList());
    }

    private static Stream<Arguments> onEach(List<String> paths) {
        return Stream.of(Server.values()).flatMap(server -> paths.stream().map(path -> Arguments.of(server, path)));
    }

    @ParameterizedTest
    @MethodSource("all")
    void a_client_that_left_before_its_answer_passes_through_gets_no_second_run(Server server, String path)
            throws IOException {
        App app = App.on(server);
        Runs.Held held = app.bean(Runs.class).hold(key);
        try (RawConnection connection = RawConnection.to(app.port())) {
            connection.send(post(path));
            held.awaitArrival();
            connection.reset();
        }
        held.letGo();

        assertCompletedOnce(app, path);
    }

    @ParameterizedTest
    @MethodSource("large")
    void a_client_that_leaves_while_its_answer_passes_through_gets_no_second_run(Server server, String path)
            throws IOException {
        App app = App.on(server);
        try (RawConnection connection = RawConnection.readingLittle(app.port())) {
            connection.send(post(path));
            assertThat(connection.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 200");
            connection.reset();
        }

        assertCompletedOnce(app, path);
    }

    @ParameterizedTest
    @MethodSource("allOnJetty")
    void a_stream_that_was_cancelled_before_its_answer_passes_through_gets_no_second_run(Server server, String path)
            throws IOException {
        App app = App.withHttp2On(server);
        Runs.Held held = app.bean(Runs.class).hold(key);
        try (Http2Connection connection = Http2Connection.to(app.port())) {
            connection.post(path, Map.of("idempotency-key", key, "content-type", "application/json"));
            held.awaitArrival();
            connection.cancel();
            held.letGo();

            assertRunOnce(app, path);
        }
    }

    @ParameterizedTest
    @MethodSource("largeOnJetty")
    void an_http2_connection_that_breaks_during_an_answer_makes_no_second_run(Server server, String path)
            throws IOException {
        App app = App.withHttp2On(server);
        try (Http2Connection connection = Http2Connection.to(app.port())) {
            connection.post(path, Map.of("idempotency-key", key, "content-type", "application/json"));
            connection.awaitBody();
            connection.reset();
        }

        assertCompletedOnce(app, path);
    }

    @OnEveryServer
    void what_the_handler_itself_throws_while_its_answer_passes_through_stays_what_it_is(Server server)
            throws IOException {
        App app = App.on(server);
        for (int run = 1; run <= 2; run++) {
            try (RawConnection connection = RawConnection.to(app.port())) {
                connection.send(post("/large/failing"));
                assertThat(connection.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 200");
                connection.readAll();
            }
            assertThat(app.bean(Runs.class).of(key)).isEqualTo(run);
        }
    }

    /** What is asynchronous may have been given up by the container before it has begun to answer: then nobody knows. */
    private void assertRunOnce(App app, String path) {
        Answer retry = retry(app, path);

        assertThat(app.bean(Runs.class).of(key)).isEqualTo(1);
        assertThat(retry.status()).isEqualTo(409);
        assertThat(retry.text()).containsAnyOf("idempotency_response_unavailable", "idempotency_outcome_unknown");
    }

    private void assertCompletedOnce(App app, String path) {
        Answer retry = retry(app, path);

        assertThat(app.bean(Runs.class).of(key)).isEqualTo(1);
        assertThat(retry.status()).isEqualTo(409);
        assertThat(retry.text()).contains("idempotency_response_unavailable").contains("\"originalStatus\":200");
    }

    private Answer retry(App app, String path) {
        return Eventually.that(
                () -> app.client().post(path, key, ""), again -> !again.text().contains("idempotency_in_progress"));
    }

    private String post(String path) {
        return "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nIdempotency-Key: " + key
                + "\r\nContent-Length: 0\r\n\r\n";
    }
}
