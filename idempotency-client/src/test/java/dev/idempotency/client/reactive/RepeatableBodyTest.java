package dev.idempotency.client.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.client.CallSettings;
import dev.idempotency.client.IdempotentCalls;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.mock.http.client.reactive.MockClientHttpRequest;
import org.springframework.mock.http.client.reactive.MockClientHttpResponse;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class RepeatableBodyTest {

    private static final String PART = "x".repeat(100_000);

    private final List<Integer> sent = new CopyOnWriteArrayList<>();

    /** As Reactor Netty does when a connection of its pool turns out to be closed. */
    private final ClientHttpConnector sendsTwice = (method, uri, callback) -> Flux.range(0, 2)
            .concatMap(attempt -> {
                MockClientHttpRequest request = new MockClientHttpRequest(HttpMethod.POST, uri);
                return callback.apply(request)
                        .then(Mono.defer(() -> length(request)))
                        .doOnNext(sent::add);
            })
            .then(Mono.just(new MockClientHttpResponse(HttpStatus.CREATED)));

    static Stream<Publisher<String>> bodies() {
        return Stream.of(
                Mono.just(PART),
                Mono.just(PART.repeat(20)),
                Flux.range(0, 3).map(part -> PART),
                Flux.range(0, 20).map(part -> PART));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void a_connector_that_sends_again_by_itself_sends_the_whole_body(Publisher<String> body) {
        IdempotentCalls calls = new IdempotentCalls(CallSettings.forHost("a.example"));

        WebClient.builder()
                .clientConnector(sendsTwice)
                .filter(new IdempotentExchangeFilter(calls))
                .build()
                .post()
                .uri(URI.create("http://a.example/"))
                .body(body, String.class)
                .retrieve()
                .toBodilessEntity()
                .block();

        int whole = Flux.from(body).map(String::length).reduce(Integer::sum).block();
        assertThat(sent).containsExactly(whole, whole);
    }

    private static Mono<Integer> length(MockClientHttpRequest request) {
        return request.getBody().map(DataBuffer::readableByteCount).reduce(Integer::sum);
    }
}
