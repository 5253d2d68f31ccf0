package dev.idempotency.spring.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.internal.web.app.App;
import dev.idempotency.spring.internal.web.app.App.Server;
import dev.idempotency.spring.internal.web.app.RawConnection;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What servers and Spring refuse of forms and uploads; each compared with the same handler without protection. */
class ContainerLimitsTest {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String MULTIPART = "multipart/form-data; boundary=b";
    private static final String END = "--b--\r\n";

    private final String key = UUID.randomUUID().toString();

    record Sent(String what, String path, String contentType, String body, boolean chunked) {

        Sent(String what, String path, String contentType, String body) {
            this(what, path, contentType, body, false);
        }

        Sent inChunks() {
            return new Sent(what + " in chunks", path, contentType, body, true);
        }

        String request(String prefix, String headers) {
            String body = chunked
                    ? Integer.toHexString(this.body.length()) + "\r\n" + this.body + "\r\n0\r\n\r\n"
                    : this.body;
            return "POST " + prefix + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: " + contentType
                    + "\r\n"
                    + headers
                    + (chunked ? "Transfer-Encoding: chunked" : "Content-Length: " + body.length())
                    + "\r\n\r\n" + body;
        }

        @Override
        public String toString() {
            return what;
        }
    }

    private static final List<Sent> WITHIN = List.of(
            new Sent("a file of 10 KB", "/read/parts", MULTIPART, file("a", 10 * 1024) + END),
            new Sent("three files", "/read/parts?q=1", MULTIPART, files(3, 9 * 1024)),
            new Sent("five parts", "/read/parts", MULTIPART, files(5, 1)),
            new Sent("five fields", "/read/parameters?q=1", FORM, fields(5)),
            new Sent("a form of 8 KB", "/read/parameters", FORM, "a=" + "x".repeat(8 * 1024 - 2)),
            new Sent("an upload with a title", "/read/files", MULTIPART, upload("a.txt")));

    private static final List<Sent> BEYOND = List.of(
            new Sent("a file of 10 KB and a byte", "/read/parts", MULTIPART, file("a", 10 * 1024 + 1) + END),
            new Sent(
                    "an uploaded file of 11 KB",
                    "/read/files",
                    MULTIPART,
                    upload("a.txt").replace(END, file("b", 11 * 1024) + END)),
            new Sent("parameters beside a large file", "/read/parameters", MULTIPART, file("a", 10 * 1024 + 1) + END),
            new Sent("files of 36 KB", "/read/parts", MULTIPART, files(4, 9 * 1024)),
            new Sent("eight parts", "/read/parts", MULTIPART, files(8, 1)),
            new Sent("a part with long headers", "/read/parts", MULTIPART, file("a".repeat(300), 1) + END),
            new Sent("a part with very long headers", "/read/parts", MULTIPART, file("a".repeat(9_000), 1) + END),
            new Sent("a text part of 9 KB", "/read/parts", MULTIPART, text("a", 9 * 1024) + END),
            new Sent(
                    "parts and a long query",
                    "/read/parts?a=1&b=1&c=1&d=1&e=1&f=1",
                    MULTIPART,
                    text("a", 1) + text("b", 1) + END),
            new Sent("a part without a name", "/read/parts", MULTIPART, "--b\r\nContent-Type: a/b\r\n\r\n1\r\n" + END),
            new Sent("eight fields", "/read/parameters", FORM, fields(8)),
            new Sent(
                    "eight fields of one name",
                    "/read/parameters",
                    FORM,
                    fields(8).replaceAll("f\\d", "f")),
            new Sent("fields and a long query", "/read/parameters?a=1&b=1&c=1&d=1&e=1", FORM, fields(3)),
            new Sent("a form of 8 KB and a byte", "/read/parameters", FORM, "a=" + "x".repeat(8 * 1024 - 1)),
            new Sent("a form as a map", "/read/form", FORM, fields(8)),
            new Sent("a malformed escape", "/read/parameters", FORM, "a=%zz"));

    static Stream<Arguments> within() {
        return onEach(WITHIN);
    }

    static Stream<Arguments> everything() {
        return onEach(Stream.concat(WITHIN.stream(), BEYOND.stream()).toList());
    }

    private static Stream<Arguments> onEach(List<Sent> sent) {
        return Stream.of(Server.values())
                .flatMap(server -> sent.stream()
                        .flatMap(one -> Stream.of(one, one.inChunks()))
                        .map(one -> Arguments.of(server, one)));
    }

    @ParameterizedTest
    @MethodSource("everything")
    void a_form_or_an_upload_is_taken_or_refused_as_if_no_filter_were_there(Server server, Sent sent)
            throws IOException {
        App app = App.withLimitsOn(server);

        String plain = RawConnection.exchange(app.port(), sent.request("/plain", ""));
        String first = RawConnection.exchange(app.port(), sent.request("/p", "Idempotency-Key: " + key + "\r\n"));

        assertThat(essence(first)).isEqualTo(essence(plain));
    }

    @ParameterizedTest
    @MethodSource("within")
    void what_is_within_the_limits_is_taken_and_replayed(Server server, Sent sent) throws IOException {
        App app = App.withLimitsOn(server);
        String request = sent.request("/p", "Idempotency-Key: " + key + "\r\n");

        String first = RawConnection.exchange(app.port(), request);
        String retry = RawConnection.exchange(app.port(), request);

        assertThat(first).startsWith("HTTP/1.1 200");
        assertThat(retry).contains("Idempotency-Replayed: true");
        assertThat(essence(retry)).isEqualTo(essence(first));
    }

    /** Spring takes what Jetty says of it for a client that went away. Nobody would know what became of the request. */
    @OnEveryServer
    void an_upload_that_breaks_off_is_no_unknown_outcome(Server server) throws IOException {
        App app = App.withLimitsOn(server);
        for (String path : List.of("/read/parts", "/read/parameters")) {
            Sent sent = new Sent("without an end", path, MULTIPART, file("a", 10));
            String request = sent.request("/p", "Idempotency-Key: " + key + path.length() + "\r\n");

            String first = RawConnection.exchange(app.port(), request);
            String retry = RawConnection.exchange(app.port(), request);

            assertThat(first).matches("(?s)HTTP/1.1 [45]00 .*").doesNotContain("idempotency_");
            assertThat(retry).matches("(?s)HTTP/1.1 [45]00 .*").doesNotContain("idempotency_");
        }
    }

    @OnEveryServer
    void a_connection_serves_other_requests_after_an_upload_and_a_form(Server server) throws IOException {
        App app = App.withLimitsOn(server);
        String header = "Idempotency-Key: " + key;
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < WITHIN.size(); i++) {
            requests.append(WITHIN.get(i).request("/p", header + i + "\r\n").replace("Connection: close\r\n", ""));
            requests.append(WITHIN.get(i).inChunks().request("/plain", "").replace("Connection: close\r\n", ""));
        }
        requests.append(WITHIN.get(0).request("/p", header + "0\r\n"));

        String answers = RawConnection.exchange(app.port(), requests.toString());

        assertThat(answers.split("HTTP/1.1 200", -1)).hasSize(2 * WITHIN.size() + 2);
        assertThat(answers.split("Idempotency-Replayed: true", -1)).hasSize(2);
    }

    /** The status and the body, without what no two answers have in common. */
    private static String essence(String answer) {
        return answer.substring(0, answer.indexOf("\r\n")).strip()
                + answer.substring(answer.indexOf("\r\n\r\n"))
                        .replaceAll("(?m)^[0-9a-f]+$", "")
                        .replaceAll("\"(timestamp|path)\":\"[^\"]*\"", "")
                        .strip();
    }

    private static String fields(int count) {
        return IntStream.range(0, count).mapToObj(i -> "f" + i + "=" + i).collect(Collectors.joining("&"));
    }

    private static String files(int count, int size) {
        return IntStream.range(0, count).mapToObj(i -> file("f" + i, size)).collect(Collectors.joining()) + END;
    }

    private static String file(String name, int size) {
        return "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"; filename=\"" + "a.txt\"\r\n\r\n"
                + "x".repeat(size) + "\r\n";
    }

    private static String text(String name, int size) {
        return "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + "x".repeat(size) + "\r\n";
    }

    private static String upload(String fileName) {
        return text("title", 3)
                + file("file", 10).replace("a.txt", fileName)
                + "--b\r\nContent-Disposition: form-data; name=\"meta\"\r\nContent-Type: application/json\r\n\r\n{\"title\":\"t\"}\r\n"
                + END;
    }
}
