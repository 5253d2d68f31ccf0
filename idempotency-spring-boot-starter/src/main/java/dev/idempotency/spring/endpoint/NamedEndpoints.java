package dev.idempotency.spring.endpoint;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.OnStoreFailure;
import dev.idempotency.spring.internal.endpoint.NameTemplate;

/** Checks endpoints that name what their requests are about. What cannot be followed is refused at the start. */
final class NamedEndpoints {

    private NamedEndpoints() {}

    static void check(ProtectedEndpoint endpoint) {
        if (!endpoint.hasAction()) {
            return;
        }
        try {
            NameTemplate.parse(endpoint.action(), endpoint.route(), endpoint.handler());
        } catch (IllegalArgumentException malformed) {
            throw wrong(
                    endpoint,
                    "action",
                    String.valueOf(malformed.getMessage()),
                    "Correct the name. Variables of the route stand in braces, as in refund:{id}.");
        }
        if (endpoint.mode() != Mode.TRANSACTIONAL) {
            throw wrong(
                    endpoint,
                    "action",
                    "the endpoint runs in mode " + endpoint.mode()
                            + ", where the action could be done without being entered",
                    "Use mode TRANSACTIONAL, or call Actions.once in the transaction of the handler that does it.");
        }
        if (!endpoint.required()) {
            throw wrong(
                    endpoint,
                    "action",
                    "a request without a key would run without looking whether the action was done",
                    "Require a key there: @Idempotent(required = true).");
        }
        if (endpoint.onStoreFailure() != OnStoreFailure.REJECT) {
            throw wrong(
                    endpoint,
                    "action",
                    "without the store a request would run without looking whether the action was done",
                    "Refuse requests there while the store is away: @Idempotent(onStoreFailure = OnStoreFailure.REJECT).");
        }
    }

    private static IdempotencyConfigurationException wrong(
            ProtectedEndpoint endpoint, String what, String why, String action) {
        return new IdempotencyConfigurationException(
                "The %s of the endpoint '%s' is not valid: %s.".formatted(what, endpoint.operation(), why), action);
    }
}
