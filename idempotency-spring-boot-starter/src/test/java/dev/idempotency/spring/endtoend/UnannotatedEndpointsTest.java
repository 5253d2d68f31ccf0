package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.testbed.Database;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The same requests to an application with and without the starter: not one byte may differ. */
class UnannotatedEndpointsTest {

    private static final String JSON = "Content-Type: application/json";
    private static final String FORM = "Content-Type: application/x-www-form-urlencoded";
    private static final String KEY = "Idempotency-Key: abc";
    private static final String MULTIPART =
            "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f.txt\"\r\n"
                    + "Content-Type: text/plain\r\n\r\nhello\r\n--b--\r\n";

    static final List<String> REQUESTS = List.of(
            request("POST /items/1", "{\"sku\":\"book\"}", JSON),
            request("POST /items/1", "{\"sku\":\"book\"}", JSON, KEY),
            request("POST /items/1", "{\"sku\":\"book\"}", JSON, KEY, KEY),
            request("POST /items/1", "{\"sku\":\"book\"}", JSON, "Idempotency-Key: \"broken"),
            request("POST /items/1", "{\"sku\":", JSON, KEY),
            request("POST /items/1", "<sku/>", "Content-Type: application/xml", KEY),
            request("POST /items/1", "", KEY),
            request("PATCH /items/1", "{}", JSON, KEY),
            request("PUT /items/1", "text", "Content-Type: text/plain", KEY),
            request("DELETE /items/1", "", KEY),
            request("GET /items/1", "", KEY),
            request("GET /items/1", "", "If-None-Match: \"v1\""),
            request("HEAD /items/1", "", KEY),
            request("OPTIONS /items/1", "", KEY),
            request("OPTIONS /items/1", "", "Origin: http://x.example", "Access-Control-Request-Method: POST"),
            request("POST /form", "a=1&b=%C3%BC", FORM, KEY),
            request("POST /form?a=q", "b=2", FORM, KEY),
            request("POST /upload", MULTIPART, "Content-Type: multipart/form-data; boundary=b", KEY),
            request("POST /raw", "bytes", "Content-Type: application/octet-stream", KEY),
            "POST /raw HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n" + KEY
                    + "\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            request("POST /redirect", "", KEY),
            request("POST /gone", "", KEY, "Accept: application/json"),
            request("POST /gone", "", KEY, "Accept: text/html"),
            request("POST /teapot", "", KEY),
            request("POST /handled", "", KEY),
            request("POST /future", "", KEY),
            request("POST /callable", "", KEY),
            request("POST /stream", "", KEY),
            request("POST /cookie", "", KEY, "Origin: http://x.example"),
            request("POST /nowhere", "", KEY),
            request("POST /legacy/items/1", "{}", "Content-Type: application/vnd.protected+json", KEY),
            request("BREW /items/1", "", KEY));

    private static OrdersApp with;
    private static OrdersApp without;

    @BeforeAll
    static void start() {
        Database database = Database.create();
        with = OrdersApp.start(database, Map.of(), PlainEndpoints.class, PlainEndpoints.Legacy.class);
        without = OrdersApp.startWithoutStarter(database, PlainEndpoints.class, PlainEndpoints.Legacy.class);
    }

    @AfterAll
    static void stop() {
        with.close();
        without.close();
    }

    @ParameterizedTest
    @FieldSource("REQUESTS")
    void not_one_byte_differs_without_the_annotation(String request) throws IOException {
        String expected = exchange(without, request);

        assertThat(expected).startsWith("HTTP/1.1 ");
        assertThat(exchange(with, request)).isEqualTo(expected);
    }

    @Test
    void the_annotated_neighbour_is_protected() throws IOException {
        String request = request("POST /items/1", "{}", "Content-Type: application/vnd.protected+json", KEY);

        assertThat(exchange(with, request)).contains("Idempotency-Expires: ").endsWith("protected");
        assertThat(exchange(with, request))
                .contains("Idempotency-Replayed: true")
                .endsWith("protected");
    }

    private static String request(String line, String body, String... headers) {
        StringBuilder request = new StringBuilder(line).append(" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        if (!body.isEmpty()) {
            request.append("Content-Length: ").append(body.length()).append("\r\n");
        }
        return request.append("\r\n").append(body).toString();
    }

    /** The whole answer as it came, except for what tells the time or the port. */
    private static String exchange(OrdersApp application, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), application.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1)
                    .replaceAll("Date: [^\r]*", "Date: …")
                    .replaceAll("(timestamp\":\"|<div id='created'>)[^\"<]*", "$1…");
        }
    }
}
