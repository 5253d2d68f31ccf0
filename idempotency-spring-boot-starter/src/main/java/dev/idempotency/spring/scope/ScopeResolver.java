package dev.idempotency.spring.scope;

import dev.idempotency.core.scope.Scope;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/**
 * Tells whose key it is, by what the server knows of the caller: never by anything in the body, and by who the caller is, not
 * by the credential of the moment.
 */
@FunctionalInterface
public interface ScopeResolver {

    /** The caller's scope; empty to refuse a caller who is nobody. */
    Optional<Scope> resolve(HttpServletRequest request);

    /**
     * Whether the scope is given to a caller of whom nothing is known. If such a caller turns out to be somebody while the
     * request runs, the answer is not kept. A resolver that knows its callers by other means than the request's principal says
     * no, and stands for it.
     */
    default boolean isAnonymous(HttpServletRequest request) {
        return false;
    }
}
