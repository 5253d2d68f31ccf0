package dev.idempotency.spring.internal.web;

import dev.idempotency.core.engine.Beginning;
import dev.idempotency.core.engine.RunRequest;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.internal.web.request.RepeatableRequest;
import dev.idempotency.spring.web.IdempotencyListener;
import dev.idempotency.spring.web.RequestOutcome;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A request to a protected endpoint, from its arrival until the listeners have been told what became of it. */
final class ProtectedRequest {

    private final ProtectedEndpoint endpoint;
    private final HttpServletResponse response;
    private final FilterChain chain;
    private final Listeners listeners;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile HttpServletRequest request;

    private ProtectedRequest(
            ProtectedEndpoint endpoint,
            HttpServletRequest request,
            HttpServletResponse response,
            FilterChain chain,
            Listeners listeners) {
        this.endpoint = endpoint;
        this.request = request;
        this.response = response;
        this.chain = chain;
        this.listeners = listeners;
    }

    /** A request that has arrived just now. */
    static ProtectedRequest arrived(
            ProtectedEndpoint endpoint,
            HttpServletRequest request,
            HttpServletResponse response,
            FilterChain chain,
            Listeners listeners) {
        listeners.tell(listener -> listener.onArrival(endpoint, request));
        return new ProtectedRequest(endpoint, request, response, chain, listeners);
    }

    ProtectedEndpoint endpoint() {
        return endpoint;
    }

    boolean isTransactional() {
        return endpoint.mode() == Mode.TRANSACTIONAL;
    }

    /** The request as it is handed on: once its body has been read, one whose body can be read again. */
    HttpServletRequest request() {
        return request;
    }

    HttpServletResponse response() {
        return response;
    }

    FilterChain chain() {
        return chain;
    }

    /** The body has been read, and takes memory until it is released. */
    void read(RepeatableRequest repeatable) {
        request = repeatable;
    }

    /** Releases the body, if it was read, as soon as nothing needs it any more. */
    void releaseBody() {
        if (request instanceof RepeatableRequest repeatable) {
            repeatable.releaseBody();
        }
    }

    /** The store has said what becomes of it. */
    void reserved(RunRequest asked, Beginning beginning) {
        Scope scope = asked.id().scope();
        listeners.tell(beginning.match(new Beginning.Cases<Consumer<IdempotencyListener>>() {

            @Override
            public Consumer<IdempotencyListener> begun(Beginning.Begun begun) {
                return listener -> listener.onBegun(endpoint, scope, begun.reason());
            }

            @Override
            public Consumer<IdempotencyListener> answered(Beginning.Answered answered) {
                return listener -> listener.onAnswered(endpoint, scope, answered.reservation());
            }
        }));
    }

    /** It is known what became of it. Only what is said first counts. */
    void ended(RequestOutcome outcome) {
        if (ended.compareAndSet(false, true)) {
            HttpServletRequest now = request;
            listeners.tell(listener -> listener.onOutcome(endpoint, now, outcome));
        }
    }

    /** Hands it on without a run around it. */
    void passOn(RequestOutcome outcome) throws IOException, ServletException {
        ended(outcome);
        chain.doFilter(request, response);
    }
}
