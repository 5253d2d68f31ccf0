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
}
