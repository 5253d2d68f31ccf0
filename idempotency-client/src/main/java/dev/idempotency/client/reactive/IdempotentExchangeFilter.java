package dev.idempotency.client.reactive;

import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.client.internal.call.CallRequest;
import dev.idempotency.client.internal.call.Calls;
import dev.idempotency.client.internal.call.LogicalCall;
import dev.idempotency.core.key.IdempotencyKey;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * Gives POST and PATCH requests of a {@code WebClient} to named hosts a key, and sends them again with the same key and body
 * while that helps. Filters that were added after this one run for every attempt.
 */
public final class IdempotentExchangeFilter implements ExchangeFilterFunction {

    private static final Object BUSINESS_ID = IdempotentExchangeFilter.class;

    private final Calls calls;

    public IdempotentExchangeFilter(IdempotentCalls calls) {
        this.calls = new Calls(calls);
    }

    /**
     * What {@link IdempotentCalls#within} is for a thread, for a reactive chain: {@code .contextWrite(within("checkout:4711"))}.
     * To be put outside of a retry.
     */
    public static Function<Context, Context> within(String businessId) {
        String checked = new IdempotencyKey(businessId).value();
        return context -> context.put(BUSINESS_ID, checked);
    }

    @Override
    public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
        return Mono.deferContextual(context -> {
            Optional<LogicalCall> call = calls.begin(asked(request, context));
            return call.isEmpty()
                    ? next.exchange(request)
                    : new ReactiveAttempts(call.get(), calls.headerName(), request, next).make();
        });
    }

    private CallRequest asked(ClientRequest request, ContextView context) {
        return new CallRequest(
                request.method().name(),
                request.url(),
                Optional.ofNullable(request.headers().getFirst(calls.headerName())),
                request.attribute(IdempotentCalls.KEY).map(Object::toString),
                request.attribute(IdempotentCalls.STEP).map(Object::toString),
                context.<String>getOrEmpty(BUSINESS_ID).or(IdempotentCalls::currentBusinessId));
    }
}
