package dev.idempotency.sample.page;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Speaks to a browser, or to one of its tabs, as its developer tools do. */
final class DevTools implements WebSocket.Listener, AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();

    private final AtomicInteger lastId = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> calls = new ConcurrentHashMap<>();
    private final StringBuilder received = new StringBuilder();
    private final WebSocket socket;

    DevTools(String address) {
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create(address), this)
                .join();
    }

    JsonNode call(String method, Map<String, ?> parameters) {
        int id = lastId.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        calls.put(id, answer);
        socket.sendText(JSON.writeValueAsString(Map.of("id", id, "method", method, "params", parameters)), true)
                .join();
        JsonNode message = answer.orTimeout(1, TimeUnit.MINUTES).join();
        if (message.has("error")) {
            throw new IllegalStateException(method + ": " + message.get("error"));
        }
        return message.get("result");
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        received.append(data);
        if (last) {
            JsonNode message = JSON.readTree(received.toString());
            received.setLength(0);
            if (message.has("id")) {
                calls.remove(message.get("id").asInt()).complete(message);
            }
        }
        from.request(1);
        return CompletableFuture.completedStage(null);
    }

    @Override
    public void close() {
        socket.abort();
    }
}
