package dev.idempotency.spring.autoconfigure;

import dev.idempotency.spring.endpoint.StateChangingRoute;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.web.access.WebInvocationPrivilegeEvaluator;

/**
 * Asks Spring Security's URL rules which callers they let in. Apart, because its types are not there without Spring
 * Security.
 */
final class OpenEndpoints {

    private static final Logger log = LoggerFactory.getLogger(OpenEndpoints.class);
    private static final AnonymousAuthenticationToken NOBODY = new AnonymousAuthenticationToken(
            "idempotency", "anonymousUser", AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS"));

    private OpenEndpoints() {}

    /** The endpoints that callers may reach without authentication, as far as the rules can tell without a request. */
    static List<StateChangingRoute> among(List<StateChangingRoute> mappings, ListableBeanFactory beans) {
        WebInvocationPrivilegeEvaluator rules =
                beans.getBeanProvider(WebInvocationPrivilegeEvaluator.class).getIfAvailable();
        return rules == null
                ? List.of()
                : mappings.stream().filter(mapping -> isOpen(mapping, rules)).toList();
    }

    private static boolean isOpen(StateChangingRoute mapping, WebInvocationPrivilegeEvaluator rules) {
        String path = mapping.pattern().replaceAll("\\{[^/]*}|\\*+", "1");
        try {
            return rules.isAllowed("", path, mapping.method(), NOBODY);
        } catch (RuntimeException needsRequest) {
            log.debug("Whether {} is open to anybody cannot be told without a request", mapping, needsRequest);
            return false;
        }
    }
}
