package dev.idempotency.client.reactive;

import dev.idempotency.client.internal.call.LogicalCall;
import java.time.Duration;
import java.util.Optional;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;

/** Makes attempts until there is something to give to the subscriber, or it has cancelled. */
final class ReactiveAttempts {

    private final LogicalCall call;
    private final ClientRequest request;
    private final ExchangeFunction next;

    ReactiveAttempts(LogicalCall call, String headerName, ClientRequest request, ExchangeFunction next) {
        this.call = call;
        this.request = ClientRequest.from(request)
                .headers(headers -> headers.set(headerName, call.headerValue()))
                .body(new RepeatableBody(request.body(), call))
                .build();
        this.next = next;
    }

    Mono<ClientResponse> make() {
        return Mono.defer(this::attempt);
    }

    private Mono<ClientResponse> attempt() {
        Mono<Arrival> arrival = next.exchange(request).flatMap(Arrival::of);
        return call.limit()
                .map(arrival::timeout)
                .orElse(arrival)
                .onErrorResume(failure -> Mono.just(new Arrival.Nothing(failure)))
                .flatMap(this::decide);
    }

    private Mono<ClientResponse> decide(Arrival arrival) {
        Optional<Duration> pause = arrival.tell(call);
        return pause.isEmpty()
                ? arrival.forCaller()
                : arrival.discard().then(Mono.delay(pause.get())).then(make());
    }
}
