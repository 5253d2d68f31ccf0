package dev.idempotency.benchmarks.client;

import com.sun.net.httpserver.HttpServer;
import dev.idempotency.client.CallSettings;
import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.client.jdk.IdempotentHttpClient;
import dev.idempotency.client.spring.IdempotentCallInterceptor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.http.MediaType;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * A call over loopback with and without the client's part, which is a key, a copy of the headers and an answer that is read before
 * it is given on. Compare medians (p0.50). Plain {@code RestClient} does not keep a body; the interceptor makes it do so.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 2, jvmArgsAppend = "-Dsun.net.httpserver.nodelay=true")
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class CallBenchmark {

    private static final String ORDER = "{\"sku\":\"book\",\"quantity\":2,\"note\":\"by the door\"}";
    private static final byte[] ANSWER =
            "{\"id\":4711,\"sku\":\"book\",\"quantity\":2}".getBytes(StandardCharsets.UTF_8);

    /** Whether the call has a key. */
    @Param({"false", "true"})
    boolean keyed;

    private @Nullable HttpServer server;
    private URI uri = URI.create("http://127.0.0.1");
    private RestClient rest = RestClient.create();
    private HttpClient jdk = HttpClient.newHttpClient();

    /** Both kinds of client on connections that are kept open. */
    @Setup(Level.Trial)
    public void start() throws IOException {
        HttpServer started = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        started.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(201, ANSWER.length);
            exchange.getResponseBody().write(ANSWER);
            exchange.close();
        });
        started.start();
        server = started;
        uri = URI.create("http://127.0.0.1:" + started.getAddress().getPort() + "/orders");
        IdempotentCalls calls = new IdempotentCalls(CallSettings.forHost("127.0.0.1"));
        HttpClient plain =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        jdk = keyed ? new IdempotentHttpClient(plain, calls) : plain;
        RestClient.Builder builder = RestClient.builder().requestFactory(new JdkClientHttpRequestFactory(plain));
        rest = (keyed ? builder.requestInterceptor(new IdempotentCallInterceptor(calls)) : builder).build();
    }

    @TearDown(Level.Trial)
    public void stop() {
        if (server != null) {
            server.stop(0);
        }
    }

    @Benchmark
    public @Nullable String restClient() {
        return rest.post()
                .uri(uri)
                .contentType(MediaType.APPLICATION_JSON)
                .body(ORDER)
                .retrieve()
                .body(String.class);
    }

    @Benchmark
    public String jdkClient() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(ORDER))
                .build();
        return jdk.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
}
