package dev.idempotency.spring.endpoint;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.OnStoreFailure;
import dev.idempotency.spring.internal.endpoint.NameTemplate;

/** Checks endpoints that name what their requests are about. What cannot be followed is refused at the start. */
final class NamedEndpoints {

    private NamedEndpoints() {}

    static void check(ProtectedEndpoint endpoint) {
        if (endpoint.hasEntity()) {
            if (!endpoint.entity().startsWith("@")) {
                template("entity", endpoint.entity(), endpoint);
            }
            checkAlwaysProtected("entity", "excluding others from what it works on", endpoint);
        }
        if (endpoint.hasAction()) {
            NameTemplate template = template("action", endpoint.action(), endpoint);
            checkAction(template, endpoint);
            checkAlwaysProtected("action", "looking whether the action was done", endpoint);
        }
    }

    private static NameTemplate template(String what, String template, ProtectedEndpoint endpoint) {
        try {
            return NameTemplate.parse(template, endpoint.route(), endpoint.handler());
        } catch (IllegalArgumentException malformed) {
            throw wrong(
                    what,
                    endpoint,
                    String.valueOf(malformed.getMessage()),
                    "Correct the name. Variables of the route stand in braces, as in order:{id}; values of a JSON body as in"
                            + " order:{body:/orderId}.");
        }
    }

    private static void checkAction(NameTemplate template, ProtectedEndpoint endpoint) {
        if (endpoint.mode() != Mode.TRANSACTIONAL) {
            throw wrong(
                    "action",
                    endpoint,
                    "the endpoint runs in mode " + endpoint.mode()
                            + ", where the action could be done without being entered",
                    "Use mode TRANSACTIONAL, or call Actions.once in the transaction of the handler that does it.");
        }
        if (template.readsBody()) {
            throw wrong(
                    "action",
                    endpoint,
                    "its name has a value of the body, of which a client may send several spellings",
                    "Name it by variables of the route, or call Actions.once in the handler, which knows what it does.");
        }
    }

    private static void checkAlwaysProtected(String what, String without, ProtectedEndpoint endpoint) {
        if (!endpoint.required()) {
            throw wrong(
                    what,
                    endpoint,
                    "a request without a key would run without " + without,
                    "Require a key there: @Idempotent(required = true).");
        }
        if (endpoint.onStoreFailure() != OnStoreFailure.REJECT) {
            throw wrong(
                    what,
                    endpoint,
                    "while the store is away a request would run without " + without,
                    "Refuse requests there while the store is away: @Idempotent(onStoreFailure = OnStoreFailure.REJECT).");
        }
    }

    private static IdempotencyConfigurationException wrong(
            String what, ProtectedEndpoint endpoint, String why, String action) {
        return new IdempotencyConfigurationException(
                "The %s of the endpoint '%s' is not valid: %s.".formatted(what, endpoint.operation(), why), action);
    }
}
