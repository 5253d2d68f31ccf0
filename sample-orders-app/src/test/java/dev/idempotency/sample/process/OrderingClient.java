package dev.idempotency.sample.process;

import dev.idempotency.client.CallSettings;
import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.client.OperationKey;
import dev.idempotency.client.jdk.IdempotentHttpClient;
import dev.idempotency.client.spring.IdempotentCallInterceptor;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** Places orders, each by its number, which its key is derived from: in this process, or in one of its own. */
final class OrderingClient {

    private static final CallSettings PATIENT = CallSettings.forHost("127.0.0.1")
            .withMaxAttempts(10_000)
            .withBudget(Duration.ofMinutes(5))
            .withPauses(Duration.ofMillis(50), Duration.ofSeconds(1));

    private final URI orders;
    private final RestClient spring;
    private final HttpClient jdk;

    OrderingClient(int port) {
        IdempotentCalls calls = new IdempotentCalls(PATIENT);
        HttpClient plain =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        JdkClientHttpRequestFactory factory = new JdkClientHttpRequestFactory(plain);
        factory.setReadTimeout(Duration.ofSeconds(10));
        orders = URI.create("http://127.0.0.1:" + port + "/orders");
        jdk = new IdempotentHttpClient(plain, calls);
        spring = RestClient.builder()
                .requestFactory(factory)
                .requestInterceptor(new IdempotentCallInterceptor(calls))
                .defaultStatusHandler(status -> true, (request, response) -> {})
                .build();
    }

    /** Places an order in a process of its own, and writes its answer into a file. */
    public static void main(String[] arguments) throws Exception {
        Answer answer = new OrderingClient(Integer.parseInt(arguments[0])).place(arguments[1], 1);
        Path file = Path.of(arguments[2]);
        Path unfinished = file.resolveSibling(file.getFileName() + ".part");
        Files.writeString(unfinished, answer.status() + " replayed=" + answer.isReplay());
        Files.move(unfinished, file);
    }

    /** Places the order with this number, by one kind of client or the other. */
    Answer place(String note, int number) throws Exception {
        String key = OperationKey.of("order", note, number);
        return IdempotentCalls.within(key, () -> number % 2 == 0 ? bySpring(note) : byJdk(note));
    }

    private Answer bySpring(String note) {
        ResponseEntity<String> answer = spring.post()
                .uri(orders)
                .headers(headers -> headers.setBasicAuth("alice", "alice"))
                .contentType(MediaType.APPLICATION_JSON)
                .body(order(note))
                .retrieve()
                .toEntity(String.class);
        boolean isReplay = answer.getHeaders().getFirst("Idempotency-Replayed") != null;
        return new Answer(answer.getStatusCode().value(), answer.getBody(), isReplay);
    }

    private Answer byJdk(String note) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(orders)
                .timeout(Duration.ofSeconds(10))
                .header("Content-Type", "application/json")
                .header(
                        "Authorization",
                        "Basic " + HttpHeaders.encodeBasicAuth("alice", "alice", StandardCharsets.UTF_8))
                .POST(HttpRequest.BodyPublishers.ofString(order(note)))
                .build();
        HttpResponse<String> answer = jdk.send(request, HttpResponse.BodyHandlers.ofString());
        boolean isReplay = answer.headers().firstValue("Idempotency-Replayed").isPresent();
        return new Answer(answer.statusCode(), answer.body(), isReplay);
    }

    private static String order(String note) {
        return "{\"sku\":\"book\",\"quantity\":1,\"note\":\"" + note + "\"}";
    }

    record Answer(int status, String body, boolean isReplay) {}
}
