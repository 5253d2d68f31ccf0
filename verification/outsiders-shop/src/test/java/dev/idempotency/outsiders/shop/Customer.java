package dev.idempotency.outsiders.shop;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

/** Sends requests to the shop under a name, or under none. */
record Customer(int port, String name) {

    static final String JSON = "application/json";

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    HttpResponse<String> post(String path, String key, String body) {
        return send("POST", path, key, JSON, body.getBytes(StandardCharsets.UTF_8));
    }

    HttpResponse<String> send(String method, String path, String key, String type, byte[] body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", type)
                .method(method, BodyPublishers.ofByteArray(body));
        if (!name.isEmpty()) {
            request.header("Authorization", credentials());
        }
        if (!key.isEmpty()) {
            request.header("Idempotency-Key", key);
        }
        try {
            return HTTP.send(request.build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Leaves the line open: closing it is hanging up. */
    Socket postAndReadNothing(String path, String key, String body) throws IOException {
        Socket line = new Socket("127.0.0.1", port);
        line.setReceiveBufferSize(4_096);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String head = "POST %s HTTP/1.1\r\nHost: shop\r\nAuthorization: %s\r\nIdempotency-Key: %s\r\n"
                        .formatted(path, credentials(), key)
                + "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n".formatted(bytes.length);
        line.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        line.getOutputStream().write(bytes);
        line.getOutputStream().flush();
        return line;
    }

    private String credentials() {
        String pair = name + ":" + name;
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }
}
