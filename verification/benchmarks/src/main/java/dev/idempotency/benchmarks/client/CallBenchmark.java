package dev.idempotency.benchmarks.client;

import com.sun.net.httpserver.HttpServer;
import dev.idempotency.benchmarks.report.Latencies;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * What a call costs that needs no retry: a key, a copy of the headers, and an answer that is read before it is given on. Each call
 * with a key is beside one without, in an order that changes, so that whatever else the machine does holds up both.
 *
 * <p>Further pairs tell what the figures are worth: plain calls with themselves, with a header more, as any key would be, and by a
 * {@code RestClient} with an interceptor that does nothing, as any interceptor makes it keep bodies.
 */
public final class CallBenchmark {

    private static final Logger log = LoggerFactory.getLogger(CallBenchmark.class);

    private static final String ORDER = "{\"sku\":\"book\",\"quantity\":2,\"note\":\"by the door\"}";
    private static final byte[] ANSWER =
            "{\"id\":4711,\"sku\":\"book\",\"quantity\":2}".getBytes(StandardCharsets.UTF_8);

    private final URI uri;
    private final HttpClient plain =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final IdempotentCalls calls = new IdempotentCalls(CallSettings.forHost("127.0.0.1"));

    private CallBenchmark(URI uri) {
        this.uri = uri;
    }

    /** Takes the number of rounds, of the pairs of calls in each, and of those before the first, for the compiler. */
    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[0]);
        int pairs = Integer.parseInt(arguments[1]);
        int warmUp = Integer.parseInt(arguments[2]);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(201, ANSWER.length);
            exchange.getResponseBody().write(ANSWER);
            exchange.close();
        });
        server.start();
        URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/orders");
        new CallBenchmark(uri).run(rounds, pairs, warmUp);
        server.stop(0);
        System.exit(0);
    }

    private void run(int rounds, int pairs, int warmUp) throws Exception {
        Map<String, Pair> compared = new LinkedHashMap<>();
        HttpClient keyed = new IdempotentHttpClient(plain, calls);
        compared.put("the JDK's client with itself", new Pair(() -> jdk(plain), () -> jdk(plain)));
        compared.put("the JDK's client with a header more", new Pair(() -> jdk(plain), () -> jdkWithHeader(plain)));
        compared.put("the JDK's client", new Pair(() -> jdk(plain), () -> jdk(keyed)));
        compared.put("RestClient on the JDK's client", restClients(new JdkClientHttpRequestFactory(plain), true));
        compared.put(
                "RestClient on the JDK's client, idle interceptor",
                restClients(new JdkClientHttpRequestFactory(plain), false));
        compared.put("RestClient on HttpURLConnection", restClients(new SimpleClientHttpRequestFactory(), true));
        for (Pair pair : compared.values()) {
            pair.round(warmUp);
        }
        Map<String, List<Double>> ratios = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (Map.Entry<String, Pair> each : compared.entrySet()) {
                ratios.computeIfAbsent(each.getKey(), unseen -> new ArrayList<>())
                        .add(each.getValue().round(pairs));
            }
        }
        ratios.forEach((name, all) -> log.info("{}: {}", name, text(all)));
    }

    private Pair restClients(ClientHttpRequestFactory factory, boolean isKeyed) {
        RestClient without = RestClient.builder().requestFactory(factory).build();
        RestClient.Builder builder = RestClient.builder().requestFactory(factory);
        RestClient with = isKeyed
                ? builder.requestInterceptor(new IdempotentCallInterceptor(calls))
                        .build()
                : builder.requestInterceptor((request, body, execution) -> execution.execute(request, body))
                        .build();
        return new Pair(() -> rest(without), () -> rest(with));
    }

    private @Nullable Object rest(RestClient client) {
        return client.post()
                .uri(uri)
                .contentType(MediaType.APPLICATION_JSON)
                .body(ORDER)
                .retrieve()
                .body(String.class);
    }

    private Object jdk(HttpClient client) throws IOException, InterruptedException {
        return send(client, order());
    }

    private Object jdkWithHeader(HttpClient client) throws IOException, InterruptedException {
        return send(client, order().header("Idempotency-Key", UUID.randomUUID().toString()));
    }

    private HttpRequest.Builder order() {
        return HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(ORDER));
    }

    private static Object send(HttpClient client, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** The median of the rounds, and the middle half of them. */
    private static String text(List<Double> ratios) {
        List<Double> sorted = new ArrayList<>(ratios);
        Collections.sort(sorted);
        int last = sorted.size() - 1;
        return String.format(
                Locale.ROOT,
                "%.3f (%.3f–%.3f)",
                sorted.get(last / 2),
                sorted.get(last / 4),
                sorted.get(last - last / 4));
    }

    private interface Call {
        @Nullable Object make() throws Exception;
    }

    private record Pair(Call without, Call with) {

        /** The median of the calls with a key, beside that of those without. */
        double round(int calls) throws Exception {
            Latencies plain = new Latencies();
            Latencies keyed = new Latencies();
            for (int i = 0; i < calls; i++) {
                boolean isPlainFirst = ThreadLocalRandom.current().nextBoolean();
                measure(isPlainFirst ? without : with, isPlainFirst ? plain : keyed);
                measure(isPlainFirst ? with : without, isPlainFirst ? keyed : plain);
            }
            return keyed.micros(0.5) / plain.micros(0.5);
        }

        private static void measure(Call call, Latencies latencies) throws Exception {
            long begin = System.nanoTime();
            call.make();
            latencies.add(System.nanoTime() - begin);
        }
    }
}
