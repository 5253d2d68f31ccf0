package dev.idempotency.spring.web;

import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.GrantReason;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Is told about every request to a protected endpoint, for example to measure it. It must be quick. An exception that
 * it throws is logged and has no other effect.
 */
public interface IdempotencyListener {

    /** Called once for each protected endpoint when the application starts, before the first request. */
    default void onEndpoint(ProtectedEndpoint endpoint) {}

    /** A request has arrived. */
    default void onArrival(ProtectedEndpoint endpoint, HttpServletRequest request) {}

    /** The store has granted a request its run, after all waiting. */
    default void onBegun(ProtectedEndpoint endpoint, Scope scope, GrantReason reason) {}

    /**
     * The store has told what becomes of a request that does not run, after all waiting.
     *
     * @param reservation never a grant
     */
    default void onAnswered(ProtectedEndpoint endpoint, Scope scope, Reservation reservation) {}

    /**
     * It is known what becomes of a request: told once for each, on whatever thread.
     *
     * @param request the same as at the arrival, or one that wraps it
     */
    default void onOutcome(ProtectedEndpoint endpoint, HttpServletRequest request, RequestOutcome outcome) {}
}
