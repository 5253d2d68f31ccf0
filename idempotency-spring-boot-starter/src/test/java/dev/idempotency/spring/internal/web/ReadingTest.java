package dev.idempotency.spring.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

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

class ReadingTest {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String MULTIPART = "multipart/form-data; boundary=";

    private final String key = UUID.randomUUID().toString();

    record Sent(String path, String contentType, String body) {

        @Override
        public String toString() {
            return path + " " + contentType;
        }
    }

    static Stream<Arguments> everywhere() {
        List<Sent> sent = List.of(
                new Sent("/read/stream", "application/json", "{\"a\": \"Grüße\"}"),
                new Sent("/read/reader", "text/plain;charset=UTF-8", "Grüße\nan alle"),
                new Sent("/read/bytes", "application/octet-stream", "\0\1\2"),
                new Sent("/read/bytes", "text/plain", "text"),
                new Sent("/read/parameters?a=query&c=1", FORM, "a=form&b=1&b=2&empty=&umlaut=%C3%BC+%26"),
                new Sent("/read/form?c=1", FORM, "a=x+y&b=1&b=2"),
                new Sent("/read/parts", MULTIPART + "xyz", multipart("xyz")),
                new Sent("/read/parts", MULTIPART + "\"x y z\"", multipart("x y z")),
                new Sent("/read/files", MULTIPART + "xyz", multipart("xyz")));
        return Stream.of(Server.values()).flatMap(server -> sent.stream().map(one -> Arguments.of(server, one)));
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void the_handler_reads_body_reader_form_and_parts_as_if_there_were_no_filter(Server server, Sent sent) {
        App app = App.on(server);

        Answer plain = app.client().postAs(sent.contentType(), "/plain" + sent.path(), null, sent.body());
        Answer first = app.client().postAs(sent.contentType(), "/p" + sent.path(), key, sent.body());

        assertThat(first.status()).isEqualTo(plain.status());
        assertThat(first.text().replaceAll("\"(timestamp|path|message)\":\"[^\"]*\"", ""))
                .isEqualTo(plain.text().replaceAll("\"(timestamp|path|message)\":\"[^\"]*\"", ""));
    }

    @OnEveryServer
    void another_boundary_is_the_same_request_and_another_file_is_not(Server server) {
        App app = App.on(server);

        Answer first = app.client().postAs(MULTIPART + "one", "/p/read/files", key, multipart("one"));
        Answer retry = app.client().postAs(MULTIPART + "two", "/p/read/files", key, multipart("two"));
        String changed = multipart("two").replace("Grüße", "Grüsse");
        Answer other = app.client().postAs(MULTIPART + "two", "/p/read/files", key, changed);

        assertThat(first.status()).isEqualTo(200);
        assertThat(retry.isReplay()).isTrue();
        assertThat(retry.bytes()).isEqualTo(first.bytes());
        assertThat(other.status()).isEqualTo(422);
        assertThat(app.bean(Runs.class).of(key)).isEqualTo(1);
    }

    static Stream<Arguments> tellingApart() {
        String usual = multipart("b");
        String disposition = "name=\"file\"; filename=\"a.txt\"";
        List<List<String>> pairs = List.of(
                List.of(usual, usual.replace("preamble", "foreword")),
                List.of(usual, usual.replace("epilogue", "afterword")),
                List.of(usual, usual.replace(disposition, disposition + "; size=1")),
                List.of(
                        usual.replace(disposition, disposition + "; size=1"),
                        usual.replace(disposition, disposition + "; size=2")),
                List.of(usual, usual.replace(disposition, disposition + "; filename*=UTF-8''b.txt")),
                List.of(usual, usual.replace(disposition, disposition + "; filename=\"b.txt\"")),
                List.of(
                        usual,
                        usual.replace(
                                "Content-Type: text/plain", "Content-Type: text/plain\r\nContent-Type: text/html")),
                List.of(
                        usual,
                        usual.replace("Content-Type: text/plain", "Content-Type: text/plain\r\nContent-Length: 9")),
                List.of(usual, usual.replace("Content-Type: text/plain", "Content-Type: text/plain\r\nX-More: 1")));
        return Stream.of(Server.values())
                .flatMap(server -> pairs.stream().map(pair -> Arguments.of(server, pair.get(0), pair.get(1))));
    }

    @ParameterizedTest
    @MethodSource("tellingApart")
    void whatever_a_handler_can_tell_apart_in_a_multipart_body_is_another_request(
            Server server, String one, String another) {
        App app = App.on(server);

        Answer first = app.client().postAs(MULTIPART + "b", "/p/read/files", key, one);
        Answer other = app.client().postAs(MULTIPART + "b", "/p/read/files", key, another);
        Answer retry = app.client().postAs(MULTIPART + "c", "/p/read/files", key, one.replace("--b", "--c"));

        assertThat(first.status()).isEqualTo(200);
        assertThat(other.status()).isEqualTo(422);
        assertThat(retry.isReplay()).isTrue();
    }

    @OnEveryServer
    void the_same_bytes_in_another_encoding_are_another_request(Server server) {
        App app = App.on(server);

        Answer first = app.client().post("/p/read/stream", key, "{\"a\":1}");
        Answer identity = app.client().post("/p/read/stream", key, "{\"a\":1}", "Content-Encoding", "Identity");
        Answer encoded = app.client().post("/p/read/stream", key, "{\"a\":1}", "Content-Encoding", "x");

        assertThat(first.status()).isEqualTo(200);
        assertThat(identity.isReplay()).isTrue();
        assertThat(encoded.status()).isEqualTo(422);
    }

    /** Where nobody asks for parts, the body is bytes like any other. */
    @OnEveryServer
    void a_boundary_of_more_than_seventy_characters_is_400_where_parts_are_asked_for(Server server) {
        App app = App.on(server);
        String boundary = "x".repeat(71);

        Answer asked = app.client().postAs(MULTIPART + boundary, "/p/read/files", key, multipart(boundary));

        assertThat(asked.status()).isEqualTo(400);
        assertThat(app.bean(Runs.class).of(key)).isZero();
    }

    @OnEveryServer
    void another_body_under_the_same_key_is_422_chunked_or_not(Server server) throws IOException {
        App app = App.on(server);

        String first = RawConnection.exchange(app.port(), chunked("{\"a\":1}"));
        String same = app.client().post("/p/read/stream", key, "{\"a\": 1.0}").header("Idempotency-Replayed");
        String other = RawConnection.exchange(app.port(), chunked("{\"a\":2}"));

        assertThat(first).startsWith("HTTP/1.1 200");
        assertThat(same).isEqualTo("true");
        assertThat(other).startsWith("HTTP/1.1 422").contains("idempotency_key_reused");
        assertThat(app.bean(Runs.class).of(key)).isEqualTo(1);
    }

    private String chunked(String body) {
        return "POST /p/read/stream HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"
                + "Idempotency-Key: " + key + "\r\nTransfer-Encoding: chunked\r\n\r\n"
                + Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n";
    }

    private static String multipart(String boundary) {
        return String.join(
                "\r\n",
                "preamble",
                "--" + boundary,
                "Content-Disposition: form-data; name=\"title\"",
                "",
                "Grüße",
                "--" + boundary,
                "Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"",
                "Content-Type: text/plain",
                "",
                "line one",
                "line two Grüße",
                "",
                "--" + boundary,
                "Content-Disposition: form-data; name=\"meta\"",
                "Content-Type: application/json",
                "",
                "{\"title\":\"meta\"}",
                "--" + boundary,
                "Content-Disposition: form-data; name=\"empty\"",
                "",
                "",
                "--" + boundary + "--",
                "epilogue");
    }
}
