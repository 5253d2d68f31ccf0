package dev.idempotency.spring.scope;

import dev.idempotency.core.scope.Scope;
import dev.idempotency.spring.endpoint.Endpoint;
import dev.idempotency.spring.endpoint.Endpoints;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/**
 * Makes the route a part of the scope, so that the same key on another route is another key.
 *
 * @param callers whose key it is
 * @param endpoints which route it is
 */
public record RouteScopeResolver(ScopeResolver callers, Endpoints endpoints) implements ScopeResolver {

    @Override
    public Optional<Scope> resolve(HttpServletRequest request) {
        return callers.resolve(request)
                .map(scope -> endpoints
                        .find(request)
                        .map(Endpoint::operation)
                        .map(scope::within)
                        .orElse(scope));
    }

    @Override
    public boolean isAnonymous(HttpServletRequest request) {
        return callers.isAnonymous(request);
    }
}
