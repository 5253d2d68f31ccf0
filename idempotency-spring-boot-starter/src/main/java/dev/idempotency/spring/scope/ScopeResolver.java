package dev.idempotency.spring.scope;

import dev.idempotency.core.scope.Scope;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/**
 * Finds the caller's scope from what the server knows about the caller: never from the body, and from the caller's
 * identity rather than from the current credential.
 */
@FunctionalInterface
public interface ScopeResolver {

    /** The caller's scope; empty to refuse a caller who is not authenticated. */
    Optional<Scope> resolve(HttpServletRequest request);

    /**
     * The scope in which the names of entities and actions count: that of the caller's tenant, so that they hold for all of its
     * callers. Where there are no tenants, the caller's own. Empty where {@link #resolve} is empty.
     */
    default Optional<Scope> resolveShared(HttpServletRequest request) {
        return resolve(request);
    }

    /**
     * Whether the scope is also that of callers who are not authenticated. If such a caller is authenticated while the
     * request runs, the answer is not kept. A resolver that identifies callers by other means than the request's
     * principal returns false, and is responsible for that.
     */
    default boolean isAnonymous(HttpServletRequest request) {
        return false;
    }
}
