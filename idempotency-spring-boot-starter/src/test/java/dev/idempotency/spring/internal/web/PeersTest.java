package dev.idempotency.spring.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.internal.web.app.App;
import dev.idempotency.spring.internal.web.app.App.Server;
import dev.idempotency.spring.internal.web.app.Client.Answer;
import dev.idempotency.spring.internal.web.app.FaultyStore;
import dev.idempotency.spring.internal.web.app.RawConnection;
import dev.idempotency.spring.internal.web.app.Runs;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Where others lose or double work. What is not here has a test of that name beside its like. */
class PeersTest {

    private static final String ORDER = "{\"sku\":\"book\",\"quantity\":1}";

    private final String key = UUID.randomUUID().toString();

    @OnEveryServer
    void the_answer_of_a_completable_future_is_stored_once_it_is_there(Server server) {
        App app = App.on(server);
        Runs.Held held = app.bean(Runs.class).hold(key);

        CompletableFuture<Answer> first = app.client().postLater("/p/future", key, ORDER);
        held.awaitArrival();
        Answer meanwhile = app.client().post("/p/future", key, ORDER);
        held.letGo();

        assertThat(meanwhile.text()).contains("idempotency_in_progress");
        assertThat(first.join().text()).isEqualTo("{\"was\":\"later\"}");
        assertThat(app.client().post("/p/future", key, ORDER).text()).isEqualTo("{\"was\":\"later\"}");
    }

    @OnEveryServer
    void no_2xx_is_sent_before_the_record_is_written(Server server) throws IOException {
        App app = App.on(server);
        Runs.Held held = app.bean(FaultyStore.class).holdCompletion(key);

        try (RawConnection connection = RawConnection.to(app.port())) {
            connection.send("POST /p/entity HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nIdempotency-Key: "
                    + key + "\r\nConnection: close\r\nContent-Length: " + ORDER.length() + "\r\n\r\n" + ORDER);
            held.awaitArrival();
            int sentBefore = connection.available();
            held.letGo();

            assertThat(connection.readAll()).startsWith("HTTP/1.1 201 ");
            assertThat(sentBefore).isZero();
        }
    }

    @OnEveryServer
    void a_redirect_is_replayed_with_302_and_its_location(Server server) {
        App app = App.on(server);

        app.client().post("/p/redirect", key, ORDER);
        Answer replay = app.client().post("/p/redirect", key, ORDER);

        assertThat(replay.status()).isEqualTo(302);
        assertThat(replay.header("Location")).endsWith("/somewhere/else");
    }

    @OnEveryServer
    void the_replay_of_an_error_equals_the_first_answer_whoever_made_it(Server server) {
        App app = App.on(server);

        for (String path : new String[] {"/p/send-error", "/p/status-exception", "/p/body"}) {
            String body = path.equals("/p/body") ? "{" : ORDER;
            Answer first = app.client().post(path, key + path.length(), body);
            Answer replay = app.client().post(path, key + path.length(), body);

            assertThat(first.bytes()).isNotEmpty();
            assertThat(replay.isReplay()).isTrue();
            assertThat(replay.bytes()).isEqualTo(first.bytes());
        }
    }

    @OnEveryServer
    void set_cookie_and_authorization_are_never_stored_only_allowed_headers_are(Server server) {
        App app = App.on(server);

        Answer first = app.client().post("/p/entity", key, ORDER);
        Answer replay = app.client().post("/p/entity", key, ORDER);

        for (String name : new String[] {"Set-Cookie", "Authorization", "X-Not-Kept"}) {
            assertThat(first.header(name)).as(name).isNotEmpty();
            assertThat(replay.header(name)).as(name).isEmpty();
        }
        assertThat(app.bean(FaultyStore.class)
                        .record("alice", key)
                        .orElseThrow()
                        .response()
                        .headers())
                .noneMatch(header -> header.value().contains("secret"));
    }

    @OnEveryServer
    void cors_headers_are_never_replayed_and_the_marker_is_exposed(Server server) {
        App app = App.on(server);

        Answer first = app.client().post("/cors", key, "x", "Origin", "https://one.example");
        Answer replay = app.client().post("/cors", key, "x", "Origin", "https://two.example");
        Answer sameOrigin = app.client().post("/cors", key, "x");

        assertThat(first.header("Access-Control-Allow-Origin")).isEqualTo("https://one.example");
        assertThat(replay.isReplay()).isTrue();
        assertThat(replay.header("Access-Control-Allow-Origin")).isEmpty();
        assertThat(replay.header("Access-Control-Expose-Headers")).contains("Idempotency-Replayed");
        assertThat(sameOrigin.header("Access-Control-Expose-Headers")).isEmpty();
    }
}
