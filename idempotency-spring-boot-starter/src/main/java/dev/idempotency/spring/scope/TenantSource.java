package dev.idempotency.spring.scope;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/** Finds the tenant of a caller from what the server knows about the request. */
@FunctionalInterface
public interface TenantSource {

    /** The caller's tenant; empty if that is not known. */
    Optional<String> tenantOf(HttpServletRequest request);

    /**
     * Why the tenant of this request's caller is not known, for a line in the log: names of what is missing, and never what a token
     * or an attribute says.
     */
    default String whyUnknown(HttpServletRequest request) {
        return getClass().getSimpleName() + " knows no tenant of the caller";
    }

    /** The value of a request attribute that some earlier filter has set. */
    static TenantSource attribute(String name) {
        return new AttributeTenantSource(name);
    }
}
