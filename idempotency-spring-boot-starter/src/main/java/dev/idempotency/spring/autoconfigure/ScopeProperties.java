package dev.idempotency.spring.autoconfigure;

import dev.idempotency.spring.OnAnonymous;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whose keys they are.
 *
 * @param tenantClaim Claim of the caller's token that names the tenant.
 * @param tenantAttribute Request attribute that names the tenant, set by an earlier filter.
 * @param tenantWide Whether all callers of a tenant share their keys, and so see each other's answers.
 * @param onAnonymous What happens to requests with a key whose caller is not authenticated. If not set, such callers are refused where Spring Security
 *     looks at requests, and share one scope where it does not.
 * @param anonymousName Name of the scope that all callers share who are not authenticated.
 * @param perRoute Whether a key belongs to a route, so that the same key can be used on several routes.
 */
public record ScopeProperties(
        @Nullable String tenantClaim,
        @Nullable String tenantAttribute,
        @DefaultValue("false") boolean tenantWide,
        @Nullable OnAnonymous onAnonymous,
        @DefaultValue("anonymous") String anonymousName,
        @DefaultValue("false") boolean perRoute) {

    /** Checks that they fit together. */
    public ScopeProperties {
        Checks.require(
                tenantClaim == null || tenantAttribute == null,
                "scope.tenant-claim and scope.tenant-attribute exclude each other");
        Checks.require(
                !tenantWide || tenantClaim != null || tenantAttribute != null,
                "scope.tenant-wide needs scope.tenant-claim or scope.tenant-attribute");
        Checks.require(!anonymousName.isBlank(), "scope.anonymous-name must not be blank");
    }

    /**
     * The shared name; null where such callers are refused.
     *
     * @param secured whether Spring Security looks at requests
     */
    @Nullable String sharedName(boolean secured) {
        OnAnonymous byDefault = secured ? OnAnonymous.REFUSE : OnAnonymous.SHARE;
        return (onAnonymous == null ? byDefault : onAnonymous) == OnAnonymous.SHARE ? anonymousName : null;
    }
}
