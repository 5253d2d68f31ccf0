package dev.idempotency.spring.internal.web;

import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.internal.endpoint.NameTemplate;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Names what requests are about, by what their endpoints say. */
final class RequestNames {

    private final Map<ProtectedEndpoint, NameTemplate> actions = new ConcurrentHashMap<>();

    /** Empty if the request does not name it in a form that the handler takes. */
    Optional<String> actionOf(ProtectedEndpoint endpoint, HttpServletRequest request) {
        return actions.computeIfAbsent(endpoint, RequestNames::actionTemplate).nameFor(request);
    }

    private static NameTemplate actionTemplate(ProtectedEndpoint endpoint) {
        return NameTemplate.parse(endpoint.action(), endpoint.route(), endpoint.handler());
    }
}
