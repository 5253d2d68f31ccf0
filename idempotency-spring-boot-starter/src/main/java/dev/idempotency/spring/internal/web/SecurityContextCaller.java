package dev.idempotency.spring.internal.web;

import org.springframework.security.authentication.AuthenticationTrustResolver;
import org.springframework.security.authentication.AuthenticationTrustResolverImpl;
import org.springframework.security.core.context.SecurityContextHolder;

/** The caller of Spring Security's context. Apart, because its types are not there without Spring Security. */
final class SecurityContextCaller {

    private static final AuthenticationTrustResolver TRUST = new AuthenticationTrustResolverImpl();

    private SecurityContextCaller() {}

    static boolean isKnown() {
        return TRUST.isAuthenticated(SecurityContextHolder.getContext().getAuthentication());
    }
}
