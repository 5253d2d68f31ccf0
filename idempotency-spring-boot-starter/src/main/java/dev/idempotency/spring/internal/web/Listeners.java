package dev.idempotency.spring.internal.web;

import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.GrantReason;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.web.IdempotencyListener;
import dev.idempotency.spring.web.RequestOutcome;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All listeners of an application, as one. If one of them throws, that is logged; the others are still called, and the
 * request goes on.
 */
public final class Listeners implements IdempotencyListener {

    private static final Logger log = LoggerFactory.getLogger(Listeners.class);

    private final List<IdempotencyListener> all;

    /** @param all in the order in which they are told */
    public Listeners(List<IdempotencyListener> all) {
        this.all = List.copyOf(all);
    }

    @Override
    public void onEndpoint(ProtectedEndpoint endpoint) {
        tell(listener -> listener.onEndpoint(endpoint));
    }

    @Override
    public void onArrival(ProtectedEndpoint endpoint, HttpServletRequest request) {
        tell(listener -> listener.onArrival(endpoint, request));
    }

    @Override
    public void onBegun(ProtectedEndpoint endpoint, Scope scope, GrantReason reason) {
        tell(listener -> listener.onBegun(endpoint, scope, reason));
    }

    @Override
    public void onAnswered(ProtectedEndpoint endpoint, Scope scope, Reservation reservation) {
        tell(listener -> listener.onAnswered(endpoint, scope, reservation));
    }

    @Override
    public void onOutcome(ProtectedEndpoint endpoint, HttpServletRequest request, RequestOutcome outcome) {
        tell(listener -> listener.onOutcome(endpoint, request, outcome));
    }

    private void tell(Consumer<IdempotencyListener> what) {
        for (IdempotencyListener listener : all) {
            try {
                what.accept(listener);
            } catch (RuntimeException | Error failure) {
                log.warn("An idempotency listener threw; the request is not affected", failure);
            }
        }
    }
}
