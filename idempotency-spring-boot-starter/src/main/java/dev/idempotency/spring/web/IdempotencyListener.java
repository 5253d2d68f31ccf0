package dev.idempotency.spring.web;

import dev.idempotency.spring.endpoint.Endpoint;

/** Is told of every request to a protected endpoint, once, when it is known what becomes of it. For metrics. */
@FunctionalInterface
public interface IdempotencyListener {

    /** Listens to nothing. */
    IdempotencyListener NONE = (endpoint, outcome) -> {};

    /** Must be quick, and not throw. */
    void onRequest(Endpoint endpoint, RequestOutcome outcome);
}
