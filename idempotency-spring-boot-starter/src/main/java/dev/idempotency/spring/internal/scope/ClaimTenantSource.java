package dev.idempotency.spring.internal.scope;

import dev.idempotency.spring.scope.TenantSource;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.ClaimAccessor;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;

/**
 * Takes the tenant from a claim of the caller's token. A token that Spring Security has checked, that is: none is read here.
 *
 * @param claim the claim's name
 */
public record ClaimTenantSource(String claim) implements TenantSource {

    @Override
    public Optional<String> tenantOf(HttpServletRequest request) {
        return request.getUserPrincipal() instanceof Authentication caller
                ? Optional.ofNullable(claimOf(caller.getPrincipal())).map(Object::toString)
                : Optional.empty();
    }

    @Override
    public String whyUnknown(HttpServletRequest request) {
        if (!(request.getUserPrincipal() instanceof Authentication caller)) {
            return "the caller is not authenticated, and so has no claim '%s' (idempotency.scope.tenant-claim)"
                    .formatted(claim);
        }
        Object principal = caller.getPrincipal();
        if (!(principal instanceof ClaimAccessor) && !(principal instanceof OAuth2AuthenticatedPrincipal)) {
            return "the caller has no token with claims, but a %s, and so no claim '%s' (idempotency.scope.tenant-claim)"
                    .formatted(caller.getClass().getSimpleName(), claim);
        }
        return (claimOf(principal) == null
                        ? "the caller's token has no claim '%s' (idempotency.scope.tenant-claim)"
                        : "the claim '%s' of the caller's token names no tenant (idempotency.scope.tenant-claim)")
                .formatted(claim);
    }

    private @Nullable Object claimOf(@Nullable Object principal) {
        if (principal instanceof ClaimAccessor token) {
            return token.getClaims().get(claim);
        }
        return principal instanceof OAuth2AuthenticatedPrincipal introspected
                ? introspected.getAttributes().get(claim)
                : null;
    }
}
