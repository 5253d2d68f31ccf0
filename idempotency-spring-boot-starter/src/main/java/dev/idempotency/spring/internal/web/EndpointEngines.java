package dev.idempotency.spring.internal.web;

import dev.idempotency.core.action.Actions;
import dev.idempotency.core.engine.IdempotencyEngine;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;

/** The engines that protected endpoints run by. */
@FunctionalInterface
public interface EndpointEngines {

    /** The engine of the endpoint's mode, in the transaction that its handler asks for. */
    IdempotencyEngine of(ProtectedEndpoint endpoint);

    /** What is done once and for all, in the transaction that the handler of an endpoint with an action asks for. */
    default Actions actionsOf(ProtectedEndpoint endpoint) {
        throw new UnsupportedOperationException("Nothing is done once and for all here");
    }
}
