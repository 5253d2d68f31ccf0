package dev.idempotency.client.feign;

import dev.idempotency.client.IdempotentCall;
import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.client.internal.call.BlockingAttempts;
import dev.idempotency.client.internal.call.CallRequest;
import dev.idempotency.client.internal.call.Calls;
import dev.idempotency.client.internal.call.LogicalCall;
import feign.Client;
import feign.MethodMetadata;
import feign.Request;
import feign.Request.Options;
import feign.RequestTemplate;
import feign.Response;
import java.io.IOException;
import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Sends protected requests as often as it helps. */
record IdempotentClient(Client client, Calls calls) implements Client {

    @Override
    public Response execute(Request request, Options options) throws IOException {
        Optional<LogicalCall> begun = calls.begin(asked(request));
        if (begun.isEmpty()) {
            return client.execute(request, options);
        }
        LogicalCall call = begun.get();
        Request withKey = withKey(request, call.headerValue());
        return BlockingAttempts.make(call, () -> ReceivedResponse.of(client.execute(withKey, limited(options, call))))
                .response();
    }

    private CallRequest asked(Request request) {
        return new CallRequest(
                request.httpMethod().name(),
                URI.create(request.url()),
                ReceivedResponse.first(request.headers(), calls.headerName()),
                Optional.empty(),
                step(request.requestTemplate()),
                IdempotentCalls.currentBusinessId());
    }

    private static Optional<String> step(RequestTemplate template) {
        return Optional.ofNullable(template)
                .map(RequestTemplate::methodMetadata)
                .map(MethodMetadata::method)
                .map(method -> method.getAnnotation(IdempotentCall.class))
                .map(IdempotentCall::value);
    }

    private Request withKey(Request request, String key) {
        Map<String, Collection<String>> headers = new LinkedHashMap<>(request.headers());
        headers.keySet().removeIf(calls.headerName()::equalsIgnoreCase);
        headers.put(calls.headerName(), List.of(key));
        return Request.create(
                request.httpMethod(),
                request.url(),
                headers,
                request.body(),
                request.charset(),
                request.requestTemplate());
    }

    private static Options limited(Options options, LogicalCall call) {
        return call.limit()
                .map(rest -> new Options(
                        options.connectTimeout(),
                        options.connectTimeoutUnit(),
                        shorter(options.readTimeoutMillis(), rest.toMillis()),
                        TimeUnit.MILLISECONDS,
                        options.isFollowRedirects()))
                .orElse(options);
    }

    /** Zero is unlimited. */
    private static long shorter(long own, long rest) {
        return own == 0 ? rest : Math.min(own, rest);
    }
}
