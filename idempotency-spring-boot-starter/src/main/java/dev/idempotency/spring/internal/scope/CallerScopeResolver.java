package dev.idempotency.spring.internal.scope;

import dev.idempotency.core.scope.Scope;
import dev.idempotency.spring.scope.ScopeResolver;
import dev.idempotency.spring.scope.TenantSource;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Scopes keys by the authenticated caller, within a tenant where there are tenants.
 *
 * <ul>
 *   <li>A caller is the principal's name: a rotated token or a new session keeps its records.
 *   <li>A caller whose tenant is not known is refused, because callers of two tenants may have the same name.
 *   <li>All callers who are not authenticated share one name, or are refused.
 * </ul>
 *
 * Each name begins with its kind, {@code t:}, {@code u:} or {@code a:}, so that no user has the name of a tenant or of
 * unauthenticated callers.
 */
public final class CallerScopeResolver implements ScopeResolver {

    private final @Nullable String anonymousName;
    private final @Nullable TenantSource tenants;
    private final boolean tenantWide;
    private final UnknownTenants unknownTenants = new UnknownTenants();

    /**
     * @param anonymousName the name of all callers who are not authenticated; null to refuse them
     * @param tenants null where there are none
     * @param tenantWide whether all callers of a tenant share their keys
     */
    public CallerScopeResolver(@Nullable String anonymousName, @Nullable TenantSource tenants, boolean tenantWide) {
        this.anonymousName = anonymousName;
        this.tenants = tenants;
        this.tenantWide = tenantWide;
    }

    @Override
    public Optional<Scope> resolve(HttpServletRequest request) {
        Optional<String> caller = caller(request.getUserPrincipal());
        if (caller.isEmpty() || tenants == null) {
            return caller.flatMap(name -> safely(() -> Scope.of(name)));
        }
        Optional<Scope> scope = tenants.tenantOf(request)
                .filter(tenant -> !tenant.isBlank())
                .flatMap(tenant -> safely(() -> within(tenant, caller.get())));
        if (scope.isEmpty()) {
            unknownTenants.tell(tenants.whyUnknown(request));
        }
        return scope;
    }

    @Override
    public Optional<Scope> resolveShared(HttpServletRequest request) {
        return tenants == null
                ? resolve(request)
                : tenants.tenantOf(request)
                        .filter(tenant -> !tenant.isBlank())
                        .flatMap(tenant -> safely(() -> ofTenant(tenant)));
    }

    @Override
    public boolean isAnonymous(HttpServletRequest request) {
        return request.getUserPrincipal() == null;
    }

    private Optional<String> caller(@Nullable Principal principal) {
        if (principal == null) {
            return Optional.ofNullable(anonymousName).map(name -> "a:" + name);
        }
        String name = principal.getName();
        return name == null || name.isBlank() ? Optional.empty() : Optional.of("u:" + name);
    }

    private Scope within(String tenant, String caller) {
        Scope scope = ofTenant(tenant);
        return tenantWide ? scope : scope.within(caller);
    }

    private static Scope ofTenant(String tenant) {
        return Scope.of("t:" + tenant);
    }

    /** A name that cannot be stored counts as not authenticated. */
    private static Optional<Scope> safely(Supplier<Scope> scope) {
        try {
            return Optional.of(scope.get());
        } catch (IllegalArgumentException unusable) {
            return Optional.empty();
        }
    }
}
