package dev.idempotency.spring.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.internal.web.app.App;
import dev.idempotency.spring.internal.web.app.App.Server;
import dev.idempotency.spring.internal.web.app.Client.Answer;
import dev.idempotency.spring.internal.web.app.Runs;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each way to answer, on each server: first answer, replay, and the answer of the same handler without protection. */
class EveryAnswerTest {

    private static final String ORDER = "{\"sku\":\"book\",\"quantity\":1}";
    private static final List<String> REPLAYED_HEADERS = List.of(
            "Content-Type",
            "Content-Disposition",
            "Content-Language",
            "Content-Location",
            "Location",
            "ETag",
            "Last-Modified",
            "Link",
            "Cache-Control",
            "Expires",
            "Pragma",
            "Vary",
            "Content-Security-Policy",
            "Cross-Origin-Resource-Policy",
            "X-Content-Type-Options",
            "X-Frame-Options",
            "X-Kept",
            "Idempotency-Expires");

    /** @param runs how often the handler runs; never for what is refused in front of it */
    record Way(String path, String body, int status, String part, int runs) {

        Way(String path, int status, String part) {
            this(path, ORDER, status, part, 1);
        }

        @Override
        public String toString() {
            return path + (runs == 0 ? " refused" : "");
        }
    }

    static Stream<Arguments> everywhere() {
        List<Way> ways = List.of(
                new Way("/entity", 201, "Grüße"),
                new Way("/body", 200, "book"),
                new Way("/void", 200, ""),
                new Way("/guarded", 200, "<p>Grüße</p>"),
                new Way("/no-content", 204, ""),
                new Way("/not-modified", 304, ""),
                new Way("/stream", 202, "\0"),
                new Way("/writer", 200, "\0"),
                new Way("/redirect", 302, ""),
                new Way("/redirect-view", 302, ""),
                new Way("/send-error", 404, "no such order"),
                new Way("/status-exception", 410, "sold out"),
                new Way("/exception-handler", 409, "out of stock"),
                new Way("/validated", "{\"sku\":\"book\",\"quantity\":0}", 400, "Bad Request", 0),
                new Way("/body", "{\"sku\":", 400, "Bad Request", 0),
                new Way("/view", 200, "<p>Grüße, Ann</p>"),
                new Way("/forward", 202, "forwarded"),
                new Way("/resource", 200, "%PDF"),
                new Way("/flush-at-the-end", 200, "flushed"),
                new Way("/future", 201, "later"),
                new Way("/callable", 201, "later"),
                new Way("/web-async-task", 201, "later"),
                new Way("/deferred", 201, "later"),
                new Way("/deferred-error", 410, "sold out"),
                new Way("/deferred-timeout-with-answer", 202, "accepted"),
                new Way("/raw-complete", 203, "completed"),
                new Way("/raw-complete-at-once", 203, "completed"),
                new Way("/raw-dispatch", 203, "completed"),
                new Way("/raw-error", 410, "sold out"),
                new Way("/raw-timeout-handled", 203, "completed"));
        return Stream.of(Server.values()).flatMap(server -> ways.stream().map(way -> Arguments.of(server, way)));
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void the_replay_equals_the_first_answer_and_the_handler_ran_once(Server server, Way way) {
        App app = App.on(server);
        String key = UUID.randomUUID().toString();

        Answer first = app.client().post("/p" + way.path(), key, way.body());
        Answer replay = app.client().post("/p" + way.path(), key, way.body());

        assertThat(first.status()).as(first.toString()).isEqualTo(way.status());
        assertThat(first.text()).contains(way.part());
        assertThat(first.isReplay()).isFalse();
        assertThat(first.header("Idempotency-Expires")).endsWith(" GMT");
        assertThat(replay.isReplay()).as(replay.toString()).isTrue();
        assertThat(replay.status()).isEqualTo(way.status());
        assertThat(replay.bytes()).isEqualTo(first.bytes());
        for (String name : REPLAYED_HEADERS) {
            assertThat(replay.header(name)).as(name).isEqualTo(first.header(name));
        }
        assertThat(app.bean(Runs.class).of(key)).isEqualTo(way.runs());
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void the_first_answer_is_what_it_is_without_protection(Server server, Way way) {
        App app = App.on(server);

        Answer plain = app.client().post("/plain" + way.path(), "first", way.body());
        app.bean(Runs.class).forget("first");
        Answer first = app.client().post("/p" + way.path(), UUID.randomUUID().toString(), way.body());

        assertThat(first.status()).isEqualTo(plain.status());
        assertThat(comparable(first)).isEqualTo(comparable(plain));
        for (String name : List.of("Content-Type", "Content-Language", "ETag", "Link", "Set-Cookie", "X-Not-Kept")) {
            assertThat(first.header(name)).as(name).isEqualTo(plain.header(name));
        }
    }

    /** The error page names the path and the time. */
    private static String comparable(Answer answer) {
        return answer.text()
                .replaceAll("<div id='created'>[^<]*", "")
                .replaceAll("\"timestamp\":\"[^\"]*\"", "")
                .replaceAll("\"path\":\"[^\"]*\"", "")
                .replaceAll("/(p|plain)/", "/");
    }
}
