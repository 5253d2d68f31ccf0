package dev.idempotency.spring.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.internal.web.app.App;
import dev.idempotency.spring.internal.web.app.App.Server;
import dev.idempotency.spring.internal.web.app.Client.Answer;
import dev.idempotency.spring.internal.web.app.Outcomes;
import dev.idempotency.spring.internal.web.app.RawConnection;
import dev.idempotency.spring.internal.web.app.Runs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** In an application whose memory for bodies has room for a single one of the largest size. */
class BodyMemoryTest {

    private static final int ALL = 64 * 1024;
    private static final int MOST = 40 * 1024;

    private final String key = UUID.randomUUID().toString();
    private final String other = UUID.randomUUID().toString();

    @OnEveryServer
    void a_body_without_room_is_503_before_it_is_sent_and_nothing_runs(Server server) throws IOException {
        for (String path : List.of("/p/entity", "/p/future")) {
            App app = App.withLittleMemoryOn(server);
            String own = key + path.replace('/', '-');
            String another = other + path.replace('/', '-');
            Runs.Held held = app.bean(Runs.class).hold(own);
            awaitRoomForAll(app);
            CompletableFuture<Answer> first = app.client().postLater(path, own, order(MOST));
            held.awaitArrival();

            try (RawConnection connection = RawConnection.to(app.port())) {
                connection.send("POST " + path + " HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nIdempotency-Key: "
                        + another + "\r\nContent-Type: application/json\r\nContent-Length: " + MOST + "\r\n\r\n");
                assertThat(connection.readUntil("}"))
                        .startsWith("HTTP/1.1 503 ")
                        .containsIgnoringCase("Retry-After: 1\r\n")
                        .contains("idempotency_not_executed");
            }
            assertThat(app.bean(Outcomes.class).of("POST " + path)).contains("BODY_MEMORY_FULL");
            assertThat(app.bean(Runs.class).of(another)).isZero();
            assertThat(app.client().post(path, another + "-small", order(100)).status())
                    .isEqualTo(201);

            held.letGo();
            assertThat(first.join().status()).isEqualTo(201);
            awaitRoomForAll(app);
            assertThat(app.client().post(path, another, order(MOST)).status()).isEqualTo(201);
        }
    }

    @OnEveryServer
    void a_client_that_sends_little_of_a_chunked_body_takes_little_memory(Server server) throws IOException {
        App app = App.withLittleMemoryOn(server);
        try (RawConnection slow = RawConnection.to(app.port())) {
            awaitRoomForAll(app);
            slow.send(chunkedHead(key) + chunk(9_000));

            assertThat(app.client().post("/p/entity", other, order(MOST)).status())
                    .isEqualTo(201);

            slow.send(chunk(2_000) + "0\r\n\r\n");
            assertThat(slow.readUntil("\r\n")).startsWith("HTTP/1.1 200 ");
        }
    }

    @OnEveryServer
    void a_chunked_body_that_outgrows_the_memory_is_503_and_nothing_runs(Server server) throws IOException {
        App app = App.withLittleMemoryOn(server);
        Runs.Held held = app.bean(Runs.class).hold(key);
        awaitRoomForAll(app);
        CompletableFuture<Answer> first = app.client().postLater("/p/entity", key, order(MOST));
        held.awaitArrival();

        try (RawConnection connection = RawConnection.to(app.port())) {
            connection.send(chunkedHead(other) + chunk(MOST) + "0\r\n\r\n");
            assertThat(connection.readUntil("}")).startsWith("HTTP/1.1 503 ").contains("idempotency_not_executed");
        }
        assertThat(app.bean(Runs.class).of(other)).isZero();

        held.letGo();
        assertThat(first.join().status()).isEqualTo(201);
    }

    /** In chunks, as a declared length would not fit either. */
    @OnEveryServer
    void an_upload_that_was_read_before_counts_as_well(Server server) {
        App app = App.withLittleMemoryOn(server);
        Runs.Held held = app.bean(Runs.class).hold(key);
        awaitRoomForAll(app);
        CompletableFuture<Answer> first = app.client().postLater("/p/entity", key, order(MOST));
        held.awaitArrival();

        Answer refused = uploadReadBefore(app);
        held.letGo();

        assertThat(refused.status()).isEqualTo(503);
        assertThat(app.bean(Runs.class).of(other)).isZero();
        assertThat(first.join().status()).isEqualTo(201);
        awaitRoomForAll(app);
        assertThat(uploadReadBefore(app).status()).isEqualTo(200);
        awaitRoomForAll(app);
    }

    private Answer uploadReadBefore(App app) {
        String upload = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n"
                + "x".repeat(MOST) + "\r\n--b--\r\n";
        byte[] bytes = upload.getBytes(StandardCharsets.US_ASCII);
        return app.client()
                .send(app.client()
                        .request("/p/read/parts", other, "multipart/form-data; boundary=b", "Drain", "parts")
                        .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes))));
    }

    static Stream<Arguments> ends() {
        List<String> paths = List.of(
                "/p/entity",
                "/p/future",
                "/p/callable",
                "/p/web-async-task",
                "/p/deferred",
                "/p/deferred-error",
                "/p/deferred-timeout-with-answer",
                "/p/raw-complete",
                "/p/raw-complete-at-once",
                "/p/raw-dispatch",
                "/p/raw-error",
                "/p/raw-timeout-handled",
                "/p/send-error",
                "/p/status-exception",
                "/p/flush-at-the-end",
                "/deferred-timeout",
                "/raw-timeout",
                "/streams/events",
                "/optional",
                "/fails",
                "/throws");
        return Stream.of(Server.values()).flatMap(server -> paths.stream().map(path -> Arguments.of(server, path)));
    }

    @ParameterizedTest
    @MethodSource("ends")
    void the_memory_of_a_body_is_free_again_however_its_request_ends(Server server, String path) {
        App app = App.withLittleMemoryOn(server);

        awaitRoomForAll(app);
        app.client().post(path, key, order(MOST));
        awaitRoomForAll(app);
        app.client().post(path, key, order(MOST));
        awaitRoomForAll(app);
        app.client().post(path, key, order(MOST + 1).replace("book", "pen"));
        awaitRoomForAll(app);
    }

    @OnEveryServer
    void the_memory_of_a_body_is_free_again_when_it_is_refused_or_breaks_off(Server server) throws IOException {
        App app = App.withLittleMemoryOn(server);

        assertThat(app.client().post("/p/entity", key, order(ALL + 1)).status()).isEqualTo(413);
        awaitRoomForAll(app);
        try (RawConnection connection = RawConnection.to(app.port())) {
            connection.send(chunkedHead(key) + chunk(ALL) + chunk(1));
            assertThat(connection.readUntil("\r\n")).startsWith("HTTP/1.1 413 ");
        }
        awaitRoomForAll(app);
        for (String length : List.of("Content-Length: " + ALL, "Transfer-Encoding: chunked")) {
            try (RawConnection connection = RawConnection.to(app.port())) {
                connection.send("POST /p/read/stream HTTP/1.1\r\nHost: x\r\nIdempotency-Key: " + key + "\r\n" + length
                        + "\r\n\r\n" + chunk(MOST));
                connection.reset();
            }
            awaitRoomForAll(app);
        }
    }

    /** The container may need a moment after an answer to tell that its request is over. */
    private static void awaitRoomForAll(App app) {
        assertThat(Eventually.that(() -> app.filter().bytesOfBodies(), bytes -> bytes == 0))
                .isZero();
    }

    private static String order(int length) {
        String order = "{\"sku\":\"book\",\"quantity\":1}";
        return order + " ".repeat(length - order.length());
    }

    private static String chunkedHead(String key) {
        return "POST /p/read/stream HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/plain\r\n"
                + "Idempotency-Key: " + key + "\r\nTransfer-Encoding: chunked\r\n\r\n";
    }

    private static String chunk(int length) {
        return Integer.toHexString(length) + "\r\n" + "x".repeat(length) + "\r\n";
    }
}
