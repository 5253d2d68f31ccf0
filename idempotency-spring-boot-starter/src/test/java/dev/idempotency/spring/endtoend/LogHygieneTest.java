package dev.idempotency.spring.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.operator.IdempotencyOperations;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordSummary;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.OperatorDecision;
import dev.idempotency.testbed.Database;
import dev.idempotency.testbed.TcpProxy;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Marked values go through everything that can happen to a request, with every log line on, and none comes out in one. */
@ExtendWith(OutputCaptureExtension.class)
class LogHygieneTest {

    private static final String KEY = "marked-key-5b1c";
    private static final String BODY = "{\"card\":\"marked-body-77ae\"}";
    private static final String CREDENTIAL = "marked-credential-c0de";
    private static final Map<String, String> CHATTY = Map.of(
            "logging.level.root", "INFO",
            "logging.level.dev.idempotency", "TRACE",
            "idempotency.max-request-size", "200B",
            "idempotency.max-response-size", "200B",
            "idempotency.reconciliation.every", "50ms",
            "idempotency.reconciliation.first-pause", "20ms",
            "idempotency.reconciliation.attempts", "2",
            "spring.datasource.hikari.connection-timeout", "1000");

    private static final List<String> FORGED = List.of(
            "marked-key\rforged line",
            "marked-key\nforged: line",
            "marked-key\r\n forged line",
            "marked-key\u001b[2Jforged line",
            "marked-key\u0000forged line",
            "\"marked-key\\\u0007forged line\"",
            "marked-key\u0085forged line",
            "marked-key forged line",
            "\"marked-key");

    @BeforeEach
    void open() {
        MarkedHandlers.entered = new CountDownLatch(1);
        MarkedHandlers.gate = new CountDownLatch(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lease", "transactional"})
    void no_log_line_shows_a_key_a_body_or_a_credential(String mode, CapturedOutput output) {
        Database database = Database.create();
        try (TcpProxy network = TcpProxy.to(database);
                OrdersApp application = OrdersApp.start(database.through(network), CHATTY, MarkedHandlers.class)) {
            MarkedHandlers.network = network;
            for (String what : List.of("ok", "throws", "503", "timeout", "large")) {
                post(application, mode, what, KEY + what, BODY);
                post(application, mode, what, KEY + what, BODY);
                post(application, mode, what, KEY + what, BODY.replace("77ae", "77af"));
            }
            assertThat(post(application, mode, "ok", KEY, BODY.repeat(20)).statusCode())
                    .isEqualTo(413);
            assertThat(duplicate(application, mode).statusCode()).isEqualTo(409);
            post(application, mode, "cuts", KEY + "cut", BODY);
            assertThat(post(application, mode, "ok", KEY + "refused", BODY).statusCode())
                    .isEqualTo(503);
            network.accept();
            await().atMost(Duration.ofSeconds(20))
                    .until(() ->
                            post(application, mode, "ok", KEY + "refused", BODY).statusCode() == 200);

            assertThat(output).contains("IdempotencyFilter").doesNotContain("marked-");
        }
    }

    @Test
    void no_log_line_shows_a_key_that_is_reconciled_or_decided_by_hand(CapturedOutput output) {
        try (OrdersApp application = OrdersApp.start(Database.create(), CHATTY, MarkedHandlers.class)) {
            IdempotencyOperations operations = application.bean(IdempotencyOperations.class);
            RecordId id = new RecordId(Scope.of("anonymous"), new IdempotencyKey(KEY));
            post(application, "lease", "timeout", KEY, BODY);

            List<RecordSummary> letters = await().atMost(Duration.ofSeconds(20))
                    .until(() -> operations.deadLetters(Optional.empty(), 10), found -> !found.isEmpty());
            RecordSummary letter = letters.get(0);
            OperatorDecision decision = new OperatorDecision("operator", "looked it up");
            operations.resolveExecuted(
                    letter.id(), letter.run(), RecordedAnswer.of(200, List.of(), BODY.getBytes()), decision);
            operations.evict(letter.id(), decision);

            assertThat(letter.id().key()).isEqualTo(id.key());
            assertThat(output).contains("an operator must decide").doesNotContain("marked-");
        }
    }

    /** Tomcat itself prints a header line that it refuses, escaped, unless it is told not to. */
    @Test
    void no_log_line_is_forged_by_a_key(CapturedOutput output) throws IOException {
        Map<String, String> quietTomcat = new HashMap<>(CHATTY);
        quietTomcat.put("logging.level.org.apache.coyote.http11", "WARN");
        try (OrdersApp application = OrdersApp.start(Database.create(), quietTomcat, MarkedHandlers.class)) {
            for (String key : FORGED) {
                assertThat(raw(application.port(), key)).startsWith("HTTP/1.1 ");
            }

            assertThat(output).contains("IdempotencyFilter").doesNotContain("marked-", "forged", "\u001b[2J");
        }
    }

    private static HttpResponse<String> duplicate(OrdersApp application, String mode) {
        MarkedHandlers.gate = new CountDownLatch(1);
        CompletableFuture<HttpResponse<String>> first =
                CompletableFuture.supplyAsync(() -> post(application, mode, "waits", KEY + "waits", BODY));
        await().until(() -> MarkedHandlers.entered.getCount() == 0);
        HttpResponse<String> second = post(application, mode, "waits", KEY + "waits", BODY);
        MarkedHandlers.gate.countDown();
        assertThat(first.join().statusCode()).isEqualTo(200);
        return second;
    }

    private static HttpResponse<String> post(OrdersApp application, String mode, String what, String key, String body) {
        return application.post(
                "/" + mode + "/" + what,
                key,
                body,
                "Authorization",
                "Bearer " + CREDENTIAL,
                "Cookie",
                "session=" + CREDENTIAL);
    }

    private static String raw(int port, String key) throws IOException {
        String request = "POST /lease/ok HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n"
                + "Idempotency-Key: " + key + "\r\n\r\n{}";
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
