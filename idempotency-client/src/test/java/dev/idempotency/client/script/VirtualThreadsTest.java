package dev.idempotency.client.script;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.idempotency.client.CallListener;
import dev.idempotency.client.CallSettings;
import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.client.feign.IdempotentCapability;
import dev.idempotency.client.jdk.IdempotentHttpClient;
import feign.Client;
import feign.DefaultClient;
import feign.Feign;
import feign.Response;
import java.io.IOException;
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
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Every call is answered with 503 at first. No more than some hundred requests are sent at the same time. */
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "This JDK has no virtual threads")
class VirtualThreadsTest {

    private static final int CALLS = 10_000;
    private static final int CONNECTIONS = 500;

    private final CallSettings settings = CallSettings.forHost("127.0.0.1")
            .withPauses(Duration.ofMillis(400), Duration.ofSeconds(1))
            .withBudget(Duration.ofMinutes(2));
    private final Map<String, Integer> seen = new ConcurrentHashMap<>();
    private final Semaphore connections = new Semaphore(CONNECTIONS);
    private ExecutorService virtual;
    private HttpServer server;
    private URI uri;

    @BeforeEach
    void start() throws Exception {
        virtual = virtualThreads();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), CONNECTIONS);
        server.setExecutor(virtual);
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
                exchange.sendResponseHeaders(seen.merge(key, 1, Integer::sum) == 1 ? 503 : 201, -1);
            }
        });
        server.start();
        uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        server.stop(0);
        virtual.shutdownNow();
    }

    /** None begins its second attempt before the first of all of them has ended. */
    @Test
    void ten_thousand_calls_on_virtual_threads_are_under_way_at_once() throws Exception {
        CountDownLatch ended = new CountDownLatch(CALLS);
        IdempotentCalls calls = new IdempotentCalls(settings, new CallListener() {
            @Override
            public void attempted(String hostAlias, Outcome outcome) {
                ended.countDown();
            }
        });
        Set<String> begun = ConcurrentHashMap.newKeySet();
        Client plain = new DefaultClient(null, null);
        Client waiting = (request, options) -> {
            boolean isFirst = begun.add(request.headers().get("Idempotency-Key").toString());
            return limited(() -> plain.execute(request, options), isFirst ? new CountDownLatch(0) : ended);
        };
        FeignCharges charges = Feign.builder()
                .client(waiting)
                .addCapability(new IdempotentCapability(calls))
                .target(FeignCharges.class, uri.toString());

        every(() -> {
            try (Response response = charges.charge(new byte[] {'1'})) {
                return response.status();
            }
        });
    }

    private <T> T limited(Callable<T> work, CountDownLatch after) throws IOException {
        try {
            after.await();
            connections.acquire();
            try {
                return work.call();
            } finally {
                connections.release();
            }
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    /** The pauses add up to more than half an hour, if they were not at the same time. */
    @Test
    void ten_thousand_calls_of_the_jdks_client_keep_their_keys() throws Exception {
        HttpClient client = new IdempotentHttpClient(
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .executor(virtual)
                        .build(),
                new IdempotentCalls(settings));
        HttpRequest request = HttpRequest.newBuilder(uri)
                .POST(HttpRequest.BodyPublishers.ofString("1"))
                .build();

        every(() -> limited(
                () -> client.send(request, HttpResponse.BodyHandlers.discarding())
                        .statusCode(),
                new CountDownLatch(0)));
    }

    /** Makes each call by its own business id on a thread of its own, and checks that it was repeated, with the same key. */
    private void every(IdempotentCalls.Work<Integer, Exception> call) throws Exception {
        List<Future<Integer>> statuses = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            String id = "call-" + i;
            statuses.add(virtual.submit(() -> IdempotentCalls.within(id, call)));
        }
        for (Future<Integer> status : statuses) {
            assertThat(status.get(2, TimeUnit.MINUTES)).isEqualTo(201);
        }
        assertThat(seen)
                .hasSize(CALLS)
                .allSatisfy((key, count) -> assertThat(count).isBetween(2, 4));
    }

    /** By reflection, as this is compiled for JDK 17. */
    private static ExecutorService virtualThreads() throws ReflectiveOperationException {
        return (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }

    interface FeignCharges {
        @feign.RequestLine("POST /charges")
        Response charge(byte[] body);
    }
}
