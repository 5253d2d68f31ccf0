package dev.idempotency.spring.endpoint;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.internal.endpoint.RoutePattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.server.PathContainer;
import org.springframework.web.bind.annotation.RequestMethod;

/** What {@link IdempotentRoutes} name, ready to be asked. */
final class RouteTable {

    private final Map<String, List<Entry>> byMethod = new HashMap<>();

    void add(IdempotentRoutes routes, Set<RequestMethod> methods, EndpointSettings defaults) {
        for (IdempotentRoutes.Route route : routes.routes()) {
            if (!methods.contains(route.method())) {
                throw new IdempotencyConfigurationException(
                        "The idempotent route '%s %s' has no effect: keys are looked at on %s."
                                .formatted(route.method(), route.pattern(), methods),
                        "Remove the route, or add the method to 'idempotency.methods'.");
            }
            byMethod.computeIfAbsent(route.method().name(), name -> new ArrayList<>())
                    .add(entry(route, defaults));
        }
    }

    private static Entry entry(IdempotentRoutes.Route route, EndpointSettings defaults) {
        try {
            RoutePattern pattern = RoutePattern.parse(route.pattern());
            return new Entry(
                    pattern,
                    route.settings()
                            .apply(defaults)
                            .endpoint(Operation.of(
                                    route.method().name(), pattern.path().getPatternString())));
        } catch (IllegalArgumentException e) {
            throw new IdempotencyConfigurationException(
                    "The idempotent route '%s %s' is not valid: %s"
                            .formatted(route.method(), route.pattern(), e.getMessage()),
                    "Correct the bean of type IdempotentRoutes that names it.",
                    e);
        }
    }

    Optional<ProtectedEndpoint> find(String method, PathContainer path) {
        for (Entry entry : byMethod.getOrDefault(method, List.of())) {
            if (entry.pattern().matches(path)) {
                return Optional.of(entry.endpoint());
            }
        }
        return Optional.empty();
    }

    /** The endpoint of the first one that has every path of the pattern. */
    Optional<ProtectedEndpoint> covering(String method, String pattern) {
        return byMethod.getOrDefault(method, List.of()).stream()
                .filter(entry -> entry.pattern().covers(pattern))
                .map(Entry::endpoint)
                .findFirst();
    }

    List<ProtectedEndpoint> endpoints() {
        return byMethod.values().stream()
                .flatMap(List::stream)
                .map(Entry::endpoint)
                .toList();
    }

    private record Entry(RoutePattern pattern, ProtectedEndpoint endpoint) {}
}
