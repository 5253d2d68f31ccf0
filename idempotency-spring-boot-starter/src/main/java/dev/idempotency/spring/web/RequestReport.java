package dev.idempotency.spring.web;

import dev.idempotency.core.engine.Beginning;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.spring.endpoint.Endpoint;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Tells the listeners of one request what becomes of it. */
final class RequestReport {

    private final Listeners listeners;
    private final Endpoint endpoint;
    private final HttpServletRequest request;
    private final AtomicBoolean ended = new AtomicBoolean();

    private RequestReport(Listeners listeners, Endpoint endpoint, HttpServletRequest request) {
        this.listeners = listeners;
        this.endpoint = endpoint;
        this.request = request;
    }

    static RequestReport ofArrival(Listeners listeners, Endpoint endpoint, HttpServletRequest request) {
        RequestReport report = new RequestReport(listeners, endpoint, request);
        listeners.tell(listener -> listener.onArrival(endpoint, request));
        return report;
    }

    void reserved(Scope scope, Beginning beginning) {
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

    /** Only what is said first counts. */
    void ended(RequestOutcome outcome) {
        if (ended.compareAndSet(false, true)) {
            listeners.tell(listener -> listener.onOutcome(endpoint, request, outcome));
        }
    }
}
