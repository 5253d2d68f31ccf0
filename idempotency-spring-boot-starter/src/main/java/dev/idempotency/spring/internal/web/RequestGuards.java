package dev.idempotency.spring.internal.web;

import dev.idempotency.core.atrest.StoredKeyMapper;
import dev.idempotency.core.internal.key.KeyParser;
import dev.idempotency.core.limit.KeyQuota;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.scope.EntityResolver;
import dev.idempotency.spring.scope.ScopeResolver;
import dev.idempotency.spring.web.ReplayAuthorizer;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks and limits what callers may do with records.
 *
 * @param keys which keys are taken
 * @param scopes whose key it is
 * @param naming under which name a record is kept
 * @param quota how many keys a caller may take
 * @param authorizers asked before a replay; all must agree
 * @param entities finds the bean that finds entities, by its name
 */
public record RequestGuards(
        KeyParser keys,
        ScopeResolver scopes,
        StoredKeyMapper naming,
        KeyQuota quota,
        List<ReplayAuthorizer> authorizers,
        Function<String, EntityResolver> entities) {

    private static final Logger log = LoggerFactory.getLogger(RequestGuards.class);

    public RequestGuards {
        authorizers = List.copyOf(authorizers);
    }

    /** The reply, or a refusal in its place if it tells of an answer that the caller may not have. */
    Reply authorized(Reply reply, HttpServletRequest request, ProtectedEndpoint endpoint) {
        boolean allowed = reply.tellsOf()
                .map(answer -> authorizers.stream().allMatch(each -> each.mayReplay(request, endpoint, answer)))
                .orElse(true);
        return allowed ? reply : Reply.forbidden();
    }

    /** The same after a run: what an authorizer throws there, no exception handler could answer any more. */
    Reply authorizedAfterRun(Reply reply, HttpServletRequest request, ProtectedEndpoint endpoint) {
        try {
            return authorized(reply, request, endpoint);
        } catch (RuntimeException refusal) {
            log.debug("The answer of another run of {} is not given", endpoint.operation(), refusal);
            return Reply.forbidden();
        }
    }
}
