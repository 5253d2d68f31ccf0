package dev.idempotency.spring.scope;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/**
 * Takes the tenant from a request attribute.
 *
 * @param name the attribute's name
 */
record AttributeTenantSource(String name) implements TenantSource {

    @Override
    public Optional<String> tenantOf(HttpServletRequest request) {
        return Optional.ofNullable(request.getAttribute(name)).map(Object::toString);
    }

    @Override
    public String whyUnknown(HttpServletRequest request) {
        return request.getAttribute(name) == null
                ? "no filter before the one for idempotency keys has set the request attribute '%s'".formatted(name)
                : "the request attribute '%s' names no tenant".formatted(name);
    }
}
