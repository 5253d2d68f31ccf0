package dev.idempotency.client.spring;

import dev.idempotency.client.IdempotentCalls;
import dev.idempotency.client.internal.call.BlockingAttempts;
import dev.idempotency.client.internal.call.CallRequest;
import dev.idempotency.client.internal.call.Calls;
import dev.idempotency.client.internal.call.LogicalCall;
import java.io.IOException;
import java.util.Optional;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/**
 * Gives POST and PATCH requests to named hosts a key, and sends them again with the same key and body while that helps. For
 * {@code RestClient}, {@code RestTemplate} and HTTP interfaces.
 *
 * <p>On Spring Framework 7, interceptors that were added after this one run for every attempt, and those before it once. On 6.2
 * all run once: what they did to the headers of the first attempt, the others have too.
 */
public final class IdempotentCallInterceptor implements ClientHttpRequestInterceptor {

    private final Calls calls;

    public IdempotentCallInterceptor(IdempotentCalls calls) {
        this.calls = new Calls(calls);
    }

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        Optional<LogicalCall> call = calls.begin(asked(request));
        if (call.isEmpty()) {
            return execution.execute(request, body);
        }
        RequestCopies copies =
                new RequestCopies(request, calls.headerName(), call.get().headerValue());
        return BlockingAttempts.make(call.get(), () -> ReceivedResponse.of(execution.execute(copies.next(), body)));
    }

    private CallRequest asked(HttpRequest request) {
        return new CallRequest(
                request.getMethod().name(),
                request.getURI(),
                Optional.ofNullable(request.getHeaders().getFirst(calls.headerName())),
                attribute(request, IdempotentCalls.KEY),
                attribute(request, IdempotentCalls.STEP),
                IdempotentCalls.currentBusinessId());
    }

    private static Optional<String> attribute(HttpRequest request, String name) {
        return Optional.ofNullable(request.getAttributes().get(name)).map(Object::toString);
    }
}
