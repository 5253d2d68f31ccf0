package dev.idempotency.spring.autoconfigure;

import jakarta.servlet.Filter;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.security.web.FilterChainProxy;

/**
 * Says when the application starts that {@code idempotency.scope.tenant-claim} refuses every caller, as nothing reads a token. Silent
 * where a filter is there that might: one of Spring Security's OAuth 2.0 support, for callers who are authenticated elsewhere, or of the
 * application.
 */
final class TenantClaimAudit implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(TenantClaimAudit.class);

    private static final String ELSEWHERE = "org.springframework.security.web.authentication.preauth.";
    private static final List<String> WITHOUT_TOKENS =
            List.of("org.springframework.security.web.", "org.springframework.web.");

    private final ListableBeanFactory beans;
    private final String claim;

    TenantClaimAudit(ListableBeanFactory beans, String claim) {
        this.beans = beans;
        this.claim = claim;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (!SpringSecurity.isActive(beans)
                || !(beans.getBean(SpringSecurity.FILTER) instanceof FilterChainProxy security)) {
            return;
        }
        boolean mayReadTokens = security.getFilterChains().stream()
                .flatMap(chain -> chain.getFilters().stream())
                .anyMatch(TenantClaimAudit::mayReadTokens);
        if (!mayReadTokens) {
            log.warn(
                    "'idempotency.scope.tenant-claim' is '{}', but no filter of Spring Security reads a token that could have this claim, so"
                            + " every request with an idempotency key is refused. Configure the OAuth 2.0 resource server or login, or"
                            + " use 'idempotency.scope.tenant-attribute', or define a bean of type TenantSource",
                    claim);
        }
    }

    private static boolean mayReadTokens(Filter filter) {
        String name = filter.getClass().getName();
        return name.startsWith(ELSEWHERE) || WITHOUT_TOKENS.stream().noneMatch(name::startsWith);
    }
}
