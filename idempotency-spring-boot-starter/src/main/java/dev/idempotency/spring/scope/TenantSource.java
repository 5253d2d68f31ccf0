package dev.idempotency.spring.scope;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/** Tells which tenant a caller belongs to, by what the server knows. */
@FunctionalInterface
public interface TenantSource {

    /** The caller's tenant; empty if that is not known. */
    Optional<String> tenantOf(HttpServletRequest request);

    /** The value of a request attribute that some earlier filter has set. */
    static TenantSource attribute(String name) {
        return request -> Optional.ofNullable(request.getAttribute(name)).map(Object::toString);
    }
}
