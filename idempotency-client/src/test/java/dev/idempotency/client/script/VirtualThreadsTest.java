package dev.idempotency.client.script;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.idempotency.client.CallSettings;
import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.client.jdk.IdempotentHttpClient;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class VirtualThreadsTest {

    private static final int CALLS = 10_000;
    private static final int CONNECTIONS = 500;

    /** Every call is answered with 503 at first; the pauses add up to more than half an hour, if they were not at the same time. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "This JDK has no virtual threads")
    void ten_thousand_calls_on_virtual_threads_pause_at_the_same_time_and_keep_their_keys() throws Exception {
        Map<String, Integer> seen = new ConcurrentHashMap<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), CONNECTIONS);
        ExecutorService virtual = virtualThreads();
        server.setExecutor(virtual);
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
                exchange.sendResponseHeaders(seen.merge(key, 1, Integer::sum) == 1 ? 503 : 201, -1);
            }
        });
        server.start();
        try {
            IdempotentCalls calls = new IdempotentCalls(CallSettings.forHost("127.0.0.1")
                    .withPauses(Duration.ofMillis(400), Duration.ofSeconds(1))
                    .withBudget(Duration.ofMinutes(2)));
            HttpClient client = new IdempotentHttpClient(
                    HttpClient.newBuilder()
                            .version(HttpClient.Version.HTTP_1_1)
                            .executor(virtual)
                            .build(),
                    calls);
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + server.getAddress().getPort()))
                    .POST(HttpRequest.BodyPublishers.ofString("1"))
                    .build();
            Semaphore connections = new Semaphore(CONNECTIONS);
            List<Future<Integer>> statuses = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                String id = "call-" + i;
                statuses.add(virtual.submit(() -> {
                    connections.acquire();
                    try {
                        return IdempotentCalls.within(
                                        id, () -> client.send(request, HttpResponse.BodyHandlers.discarding()))
                                .statusCode();
                    } finally {
                        connections.release();
                    }
                }));
            }
            for (Future<Integer> status : statuses) {
                assertThat(status.get(2, TimeUnit.MINUTES)).isEqualTo(201);
            }
            assertThat(seen)
                    .hasSize(CALLS)
                    .allSatisfy((key, count) -> assertThat(count).isEqualTo(2));
        } finally {
            server.stop(0);
            virtual.shutdownNow();
        }
    }

    /** By reflection, as this is compiled for JDK 17. */
    private static ExecutorService virtualThreads() throws ReflectiveOperationException {
        return (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }
}
