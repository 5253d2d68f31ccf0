package dev.idempotency.spring.internal.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.spring.internal.web.app.App;
import dev.idempotency.spring.internal.web.app.App.Server;
import dev.idempotency.spring.internal.web.app.Client.Answer;
import dev.idempotency.spring.internal.web.app.RawConnection;
import dev.idempotency.spring.internal.web.app.Runs;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StreamingTest {

    private static final List<String> LIVE = List.of("/streams/events", "/streams/raw");
    private static final List<String> ALL = Stream.concat(
                    LIVE.stream(),
                    Stream.of(
                            "/streams/streaming-body",
                            "/streams/flushed",
                            "/streams/trailers",
                            "/streams/non-blocking",
                            "/streams/large"))
            .toList();

    private final String key = UUID.randomUUID().toString();

    static Stream<Arguments> live() {
        return onEach(LIVE);
    }

    static Stream<Arguments> all() {
        return onEach(ALL);
    }

    private static Stream<Arguments> onEach(List<String> paths) {
        return Stream.of(Server.values()).flatMap(server -> paths.stream().map(path -> Arguments.of(server, path)));
    }

    /** What passes through may be with the client just before it is recorded: until then a retry is told to wait. */
    @ParameterizedTest
    @MethodSource("all")
    void a_retry_of_an_oversized_or_streamed_response_gets_409_and_does_not_run(Server server, String path) {
        App app = App.on(server);

        Answer first = app.client().post(path, key, "{}");
        Answer retry = await().until(
                        () -> app.client().post(path, key, "{}"),
                        again -> !again.text().contains("idempotency_in_progress"));

        assertThat(first.status()).isEqualTo(200);
        if (!path.endsWith("large")) {
            assertThat(first.text().replaceAll("data:|\\s", "")).isEqualTo("onetwo");
        } else {
            assertThat(first.bytes()).hasSize(64 * 1024 + 1);
        }
        assertThat(retry.status()).isEqualTo(409);
        assertThat(retry.text()).contains("idempotency_response_unavailable").contains("\"originalStatus\":200");
        assertThat(app.bean(Runs.class).of(key)).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("live")
    void what_is_streamed_reaches_the_client_while_the_handler_still_runs(Server server, String path)
            throws IOException {
        App app = App.on(server);
        Runs.Held held = app.bean(Runs.class).hold(key);

        try (RawConnection connection = RawConnection.to(app.port())) {
            connection.send("POST " + path + " HTTP/1.1\r\nHost: x\r\nIdempotency-Key: " + key
                    + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            assertThat(connection.readUntil("one")).startsWith("HTTP/1.1 200");
            held.awaitArrival();
            assertThat(app.client().post(path, key, "").text()).contains("idempotency_key_reused");
            held.letGo();
            assertThat(connection.readAll()).contains("two");
        }
    }
}
