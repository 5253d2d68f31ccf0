package dev.idempotency.spring.web;

import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Is asked before any stored answer is replayed, in either mode, and before a request is told the status of an answer
 * that was stored without its body. It is not asked if nothing is told about an answer: while the first request runs,
 * if its outcome is unknown, or if the key is used for another request.
 *
 * <p>Authentication and URL rules have been checked by then, and so have rules of method security that need no argument of the
 * handler. Other rules, and what the handler checks by itself, have not, as it does not run. A bean of this type makes up for it;
 * where there are several, all must agree.
 */
@FunctionalInterface
public interface ReplayAuthorizer {

    /**
     * Whether the caller may have the answer. If not, it is told so by a 403 of its own. To have Spring Security answer, throw its
     * {@code AccessDeniedException}: whatever is thrown goes on unchanged. Called on the request's thread, with its security
     * context.
     *
     * @param request whose body can be read
     * @param answer that would be given, for instance to look at what its {@code Location} names; only the status if its body was
     *     not kept
     */
    boolean mayReplay(HttpServletRequest request, ProtectedEndpoint endpoint, RecordedAnswer answer);
}
