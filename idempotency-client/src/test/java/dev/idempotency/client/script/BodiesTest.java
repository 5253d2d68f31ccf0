package dev.idempotency.client.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.client.CallListener;
import dev.idempotency.client.CallSettings;
import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.client.jdk.IdempotentHttpClient;
import dev.idempotency.client.reactive.IdempotentExchangeFilter;
import dev.idempotency.client.spring.IdempotentCallInterceptor;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.InputStreamResource;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.MultipartBodyBuilder;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;

/** Bodies that are hard to send twice, and answers that are hard to read. */
class BodiesTest {

    private final List<CallListener.Reason> reasons = new CopyOnWriteArrayList<>();
    private final IdempotentCalls calls = new IdempotentCalls(
            CallSettings.forHost("127.0.0.1").withPauses(Duration.ofMillis(10), Duration.ofSeconds(1)),
            new CallListener() {
                @Override
                public void gaveUp(String hostAlias, Reason reason) {
                    reasons.add(reason);
                }
            });
    private final ScriptedServer server = new ScriptedServer(List.of(Reply.status(503), Reply.created()));
    private final HttpClient jdk = new IdempotentHttpClient(HttpClient.newHttpClient(), calls);
    private final WebClient reactive =
            WebClient.builder().filter(new IdempotentExchangeFilter(calls)).build();

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    @Test
    void a_stream_that_rest_client_reads_once_is_sent_twice() {
        RestClient client = RestClient.builder()
                .requestInterceptor(new IdempotentCallInterceptor(calls))
                .build();

        client.post()
                .uri(server.uri())
                .body(new InputStreamResource(new ByteArrayInputStream(new byte[] {1, 2, 3})))
                .retrieve()
                .toBodilessEntity();

        assertThat(bodies()).hasSize(2).containsOnly("\1\2\3");
    }

    @Test
    void a_publisher_with_a_length_that_can_be_read_once_is_sent_twice() throws Exception {
        AtomicInteger subscriptions = new AtomicInteger();
        BodyPublisher once = once(BodyPublishers.ofString("one"), subscriptions);

        assertThat(send(once).statusCode()).isEqualTo(201);
        assertThat(bodies()).containsExactly("one", "one");
        assertThat(subscriptions).hasValue(1);
    }

    @Test
    void a_publisher_without_a_length_is_sent_once_with_a_key() throws Exception {
        BodyPublisher stream =
                BodyPublishers.ofInputStream(() -> new ByteArrayInputStream("one".getBytes(StandardCharsets.UTF_8)));

        assertThat(send(stream).statusCode()).isEqualTo(503);
        assertThat(server.seen())
                .singleElement()
                .satisfies(seen -> assertThat(seen.values("Idempotency-Key")).hasSize(1));
        assertThat(reasons).containsExactly(CallListener.Reason.BODY);
    }

    @Test
    void a_large_publisher_is_sent_once() throws Exception {
        assertThat(send(BodyPublishers.ofByteArray(new byte[(1 << 20) + 1])).statusCode())
                .isEqualTo(503);

        assertThat(server.seen()).hasSize(1);
        assertThat(reasons).containsExactly(CallListener.Reason.BODY);
    }

    @Test
    void a_publisher_that_fails_sends_nothing() {
        BodyPublisher failing = BodyPublishers.fromPublisher(
                subscriber -> {
                    subscriber.onSubscribe(new Flow.Subscription() {
                        @Override
                        public void request(long n) {
                            subscriber.onError(new IllegalStateException("no file"));
                        }

                        @Override
                        public void cancel() {}
                    });
                },
                3);

        assertThatThrownBy(() -> send(failing)).hasRootCauseMessage("no file");
        assertThat(server.seen()).isEmpty();
    }

    @Test
    void a_flux_that_can_be_read_once_is_sent_twice() {
        AtomicInteger subscriptions = new AtomicInteger();
        Flux<String> once = Flux.defer(() -> subscriptions.incrementAndGet() == 1
                ? Flux.just("{\"a\":1,", "\"b\":2}")
                : Flux.error(new IllegalStateException("read twice")));

        HttpStatusCode status = reactive.post()
                .uri(server.uri())
                .body(once, String.class)
                .retrieve()
                .toBodilessEntity()
                .map(answer -> answer.getStatusCode())
                .block();

        assertThat(status.value()).isEqualTo(201);
        assertThat(bodies()).hasSize(2).containsOnly("{\"a\":1,\"b\":2}");
    }

    @Test
    void a_multipart_body_has_one_boundary_on_all_attempts() {
        MultipartBodyBuilder parts = new MultipartBodyBuilder();
        parts.part("file", new ByteArrayResource(new byte[] {1, 2, 3}));
        parts.part("name", "a");

        reactive.post()
                .uri(server.uri())
                .bodyValue(parts.build())
                .retrieve()
                .toBodilessEntity()
                .block();

        assertThat(bodies()).hasSize(2);
        assertThat(bodies().get(0)).isEqualTo(bodies().get(1)).contains("name=\"file\"");
        assertThat(server.seen().get(0).values("Content-Type"))
                .isEqualTo(server.seen().get(1).values("Content-Type"));
    }

    @Test
    void a_large_flux_is_sent_once() {
        assertThatThrownBy(() -> reactive.post()
                        .uri(server.uri())
                        .body(Flux.range(0, 20).map(i -> "x".repeat(100_000)), String.class)
                        .retrieve()
                        .toBodilessEntity()
                        .block())
                .hasMessageContaining("503");

        assertThat(server.seen()).hasSize(1);
        assertThat(reasons).containsExactly(CallListener.Reason.BODY);
    }

    private HttpResponse<Void> send(BodyPublisher body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.uri()).POST(body).build();
        return jdk.send(request, HttpResponse.BodyHandlers.discarding());
    }

    private static BodyPublisher once(BodyPublisher publisher, AtomicInteger subscriptions) {
        return BodyPublishers.fromPublisher(
                subscriber -> {
                    if (subscriptions.incrementAndGet() > 1) {
                        throw new IllegalStateException("read twice");
                    }
                    publisher.subscribe(subscriber);
                },
                publisher.contentLength());
    }

    private List<String> bodies() {
        return server.seen().stream()
                .map(seen -> new String(seen.body(), StandardCharsets.UTF_8))
                .toList();
    }
}
