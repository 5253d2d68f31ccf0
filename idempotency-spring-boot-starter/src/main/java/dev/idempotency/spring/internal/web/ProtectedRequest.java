package dev.idempotency.spring.internal.web;

import dev.idempotency.spring.Mode;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.internal.web.request.RepeatableRequest;
import dev.idempotency.spring.web.RequestOutcome;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** A request to a protected endpoint, from its arrival until the listeners have been told what became of it. */
final class ProtectedRequest {

    private final ProtectedEndpoint endpoint;
    private final HttpServletResponse response;
    private final FilterChain chain;
    private final Listeners listeners;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile HttpServletRequest request;

    ProtectedRequest(
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

    /** The body that has been read. */
    byte[] body() {
        return request instanceof RepeatableRequest repeatable ? repeatable.bytes() : new byte[0];
    }

    /** Releases the body, if it was read, as soon as nothing needs it any more. */
    void releaseBody() {
        if (request instanceof RepeatableRequest repeatable) {
            repeatable.releaseBody();
        }
    }

    /** It is known what became of it. Only what is said first counts. */
    void ended(RequestOutcome outcome) {
        if (ended.compareAndSet(false, true)) {
            listeners.onOutcome(endpoint, request, outcome);
        }
    }

    /** Hands it on without a run around it. */
    void passOn(RequestOutcome outcome) throws IOException, ServletException {
        ended(outcome);
        chain.doFilter(request, response);
    }
}
