package dev.idempotency.sample.provider;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the provider understands: {@code POST /charges} with an {@code Idempotency-Key} charges, {@code GET /charges/{key}} tells
 * what was charged, answers 202 as long as it is about to be, and 404 when nothing was ever asked for.
 */
final class ProviderApi implements HttpHandler {

    private static final Logger log = LoggerFactory.getLogger(ProviderApi.class);

    static final String PATH = "/charges";

    /** Longer than anybody waits for an answer that will not come. */
    private static final Duration SILENCE = Duration.ofMinutes(5);

    private final Ledger ledger;
    private final JsonMapper json;
    private final Executor workers;

    ProviderApi(Ledger ledger, JsonMapper json, Executor workers) {
        this.ledger = ledger;
        this.json = json;
        this.workers = workers;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        if (exchange.getRequestMethod().equals("POST") && key != null) {
            ChargeRequest request = json.readValue(exchange.getRequestBody().readAllBytes(), ChargeRequest.class);
            charge(exchange, key, request, Card.named(request.card()));
        } else if (exchange.getRequestMethod().equals("GET")) {
            find(exchange);
        } else {
            answer(exchange, 400, Map.of("error", "not understood"));
        }
    }

    private void charge(HttpExchange exchange, String key, ChargeRequest request, Card card) throws IOException {
        if (!card.charges()) {
            answer(exchange, 402, Map.of("error", "declined"));
            return;
        }
        LedgerEntry entry = ledger.charge(key, request, card.delay());
        if (card.answers()) {
            after(card.delay()).execute(() -> answerIfPossible(exchange, entry));
        } else {
            after(SILENCE).execute(exchange::close);
        }
    }

    private void answerIfPossible(HttpExchange exchange, LedgerEntry entry) {
        try {
            answer(exchange, 201, entry);
        } catch (IOException | RuntimeException e) {
            log.info("The provider could not answer: {}", e.toString());
            exchange.close();
        }
    }

    private Executor after(Duration delay) {
        return CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS, workers);
    }

    private void find(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String key = path.substring(path.lastIndexOf('/') + 1);
        Optional<LedgerEntry> found = ledger.find(key);
        if (found.isPresent()) {
            answer(exchange, 200, found.get());
        } else if (ledger.isAccepted(key)) {
            exchange.sendResponseHeaders(202, -1);
            exchange.close();
        } else {
            answer(exchange, 404, Map.of("error", "nothing was charged for this key"));
        }
    }

    private void answer(HttpExchange exchange, int status, Object body) throws IOException {
        byte[] bytes = json.writeValueAsBytes(body);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
