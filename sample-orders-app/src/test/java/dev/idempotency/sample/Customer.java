package dev.idempotency.sample;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Somebody who calls the application over HTTP. */
public record Customer(String name, int port) {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** Longer than any answer takes, so that one that never comes fails its test. */
    private static final Duration PATIENCE = Duration.ofSeconds(45);

    private static final JsonMapper JSON = new JsonMapper();

    /** Marked, so that one that appears in a log is found. */
    public static String newKey() {
        return "marked-key-" + UUID.randomUUID();
    }

    public static JsonNode json(HttpResponse<String> response) {
        return json(response.body());
    }

    public static JsonNode json(String body) {
        return JSON.readTree(body);
    }

    public static boolean isReplay(HttpResponse<String> response) {
        return response.headers().firstValue("Idempotency-Replayed").equals(Optional.of("true"));
    }

    public HttpResponse<String> post(String path, String key, String body) {
        return answer(send("POST", path, key, body));
    }

    public HttpResponse<String> patch(String path, String key, String body) {
        return answer(send("PATCH", path, key, body));
    }

    public HttpResponse<String> get(String path) {
        return answer(HTTP.sendAsync(request(path).build(), BodyHandlers.ofString()));
    }

    public CompletableFuture<HttpResponse<String>> send(String method, String path, String key, String body) {
        HttpRequest request = request(path)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .method(method, BodyPublishers.ofString(body))
                .build();
        return HTTP.sendAsync(request, BodyHandlers.ofString());
    }

    public HttpResponse<String> postWithoutKey(String path, String body) {
        HttpRequest request = request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        return answer(HTTP.sendAsync(request, BodyHandlers.ofString()));
    }

    /** The customer's orders that carry the note. */
    public List<JsonNode> ordersNoted(String note) {
        return json(get("/orders"))
                .valueStream()
                .filter(order -> note.equals(order.path("note").asString("")))
                .toList();
    }

    /** What the provider has charged for the order. */
    public List<JsonNode> charges(long orderId) {
        return json(get("/provider/charges"))
                .valueStream()
                .filter(charge -> charge.get("orderId").asLong() == orderId)
                .toList();
    }

    /** The number of a new order. */
    public long order() {
        return json(post("/orders", newKey(), "{\"sku\":\"book\",\"quantity\":1}"))
                .get("id")
                .asLong();
    }

    public static HttpResponse<String> answer(CompletableFuture<HttpResponse<String>> sent) {
        return sent.join();
    }

    private HttpRequest.Builder request(String path) {
        String credentials = Base64.getEncoder().encodeToString((name + ":" + name).getBytes(StandardCharsets.UTF_8));
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .timeout(PATIENCE)
                .header("Authorization", "Basic " + credentials);
    }
}
