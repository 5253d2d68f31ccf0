package dev.idempotency.spring.internal.web.app;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Sends requests, each on a connection of its own, and gives back answers as they are. */
public final class Client {

    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    private final int port;

    Client(int port) {
        this.port = port;
    }

    public Answer post(String path, String key, String body, String... headers) {
        return postAs("application/json", path, key, body, headers);
    }

    public Answer postAs(String contentType, String path, String key, String body, String... headers) {
        return send(request(path, key, contentType, headers).POST(BodyPublishers.ofString(body)));
    }

    public CompletableFuture<Answer> postLater(String path, String key, String body, String... headers) {
        HttpRequest request = request(path, key, "application/json", headers)
                .POST(BodyPublishers.ofString(body))
                .build();
        return HTTP.sendAsync(request, BodyHandlers.ofByteArray()).thenApply(Answer::new);
    }

    public Answer send(HttpRequest.Builder request) {
        try {
            return new Answer(HTTP.send(request.build(), BodyHandlers.ofByteArray()));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public HttpRequest.Builder request(String path, String key, String contentType, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(20))
                .header("Content-Type", contentType)
                .header("Connection", "close")
                .header("Accept", "application/json, text/html, */*");
        if (key != null) {
            request.header("Idempotency-Key", key);
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request;
    }

    /** An answer. */
    public record Answer(HttpResponse<byte[]> response) {

        public int status() {
            return response.statusCode();
        }

        public byte[] bytes() {
            return response.body();
        }

        public String text() {
            return new String(response.body(), java.nio.charset.StandardCharsets.UTF_8);
        }

        public String header(String name) {
            return String.join(", ", response.headers().allValues(name));
        }

        public boolean isReplay() {
            return header("Idempotency-Replayed").equals("true");
        }

        @Override
        public String toString() {
            return status() + " " + response.headers().map() + " " + text();
        }
    }
}
