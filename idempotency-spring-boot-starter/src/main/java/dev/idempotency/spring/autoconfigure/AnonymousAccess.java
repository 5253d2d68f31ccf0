package dev.idempotency.spring.autoconfigure;

import dev.idempotency.spring.endpoint.Endpoints;
import dev.idempotency.spring.endpoint.StateChangingRoute;
import dev.idempotency.spring.internal.scope.CallerScopeResolver;
import dev.idempotency.spring.scope.ScopeResolver;
import dev.idempotency.spring.scope.TenantSource;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Says once, when the application starts, which protected endpoints take callers who are not authenticated, and what they get.
 * Silent where {@code idempotency.scope.on-anonymous} or a {@link ScopeResolver} of the application has decided that.
 */
final class AnonymousAccess implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(AnonymousAccess.class);

    private final ListableBeanFactory beans;
    private final Endpoints endpoints;
    private final ScopeProperties properties;

    AnonymousAccess(ListableBeanFactory beans, Endpoints endpoints, ScopeProperties properties) {
        this.beans = beans;
        this.endpoints = endpoints;
        this.properties = properties;
    }

    @Override
    public void afterSingletonsInstantiated() {
        boolean decided = properties.onAnonymous() != null
                || !(beans.getBeanProvider(ScopeResolver.class).getIfUnique() instanceof CallerScopeResolver);
        List<StateChangingRoute> given = decided
                ? List.of()
                : endpoints.mappings().stream()
                        .filter(mapping -> mapping.protection().isGiven())
                        .toList();
        if (given.isEmpty()) {
            return;
        }
        if (SpringSecurity.isActive(beans)) {
            warnOfRefusals(OpenEndpoints.among(given, beans));
        } else if (beans.getBeanProvider(TenantSource.class).getIfAvailable() == null) {
            log.warn(
                    "Nothing authenticates callers (there is no Spring Security), so all of them share one scope of idempotency"
                            + " keys at {}: a caller who sends another caller's key and request gets the other's answer. Set"
                            + " 'idempotency.scope.on-anonymous' to 'share' if that is meant, or to 'refuse', or define a"
                            + " ScopeResolver bean",
                    names(given));
        }
    }

    private static void warnOfRefusals(List<StateChangingRoute> open) {
        if (!open.isEmpty()) {
            log.warn(
                    "Callers who are not authenticated may call {}, but are refused there with 401 if they send an idempotency"
                            + " key. If these endpoints are public, set 'idempotency.scope.on-anonymous: share': then all such"
                            + " callers share their keys and answers. If not, set it to 'refuse', or define a ScopeResolver bean",
                    names(open));
        }
    }

    private static String names(List<StateChangingRoute> mappings) {
        return mappings.stream().map(StateChangingRoute::toString).collect(Collectors.joining(", "));
    }
}
