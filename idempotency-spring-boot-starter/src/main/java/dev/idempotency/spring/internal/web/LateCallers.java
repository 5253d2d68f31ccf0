package dev.idempotency.spring.internal.web;

import dev.idempotency.core.record.Header;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.spring.internal.web.response.CapturedAnswer;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.ClassUtils;

/**
 * Notices callers who are authenticated only after the filter for keys, which is too late for their scope. Such a
 * caller gets the answer, but it is kept without its body, because otherwise any caller without credentials who sends
 * the same request would get it.
 */
final class LateCallers {

    private static final Logger log = LoggerFactory.getLogger(LateCallers.class);
    private static final boolean SPRING_SECURITY = ClassUtils.isPresent(
            "org.springframework.security.core.context.SecurityContextHolder", LateCallers.class.getClassLoader());

    private final Set<String> told = ConcurrentHashMap.newKeySet();

    /** The caller as the filter for keys sees it. */
    Caller caller(HttpServletRequest request, String operation, boolean anonymous) {
        return new Caller(operation, CallerMark.of(request), anonymous);
    }

    private void tell(String operation) {
        if (told.add(operation)) {
            log.error(
                    "A caller of {} was authenticated only after the filter for idempotency keys, which saw no caller. The answer"
                            + " is given once but not kept: retries get 409. Authenticate in a filter that sets the request's"
                            + " principal and comes before the filter for idempotency keys: give it a lower order, or set"
                            + " 'idempotency.filter.order' above its own; or define a ScopeResolver bean that knows the caller",
                    operation);
        }
    }

    /** The caller of one request. */
    final class Caller {

        private final String operation;
        private final CallerMark mark;
        private final boolean anonymous;
        private volatile boolean late;

        private Caller(String operation, CallerMark mark, boolean anonymous) {
            this.operation = operation;
            this.mark = mark;
            this.anonymous = anonymous;
        }

        /** Looks again, at the request as the application behind the filter sees it. */
        void look(HttpServletRequest request) {
            if (anonymous && !late && isKnown(request)) {
                late = true;
                tell(operation);
            }
        }

        /** What may be kept of the answer. */
        RecordedAnswer kept(CapturedAnswer answer) {
            List<Header> headers = new ArrayList<>(late ? List.of() : answer.headers());
            headers.add(mark.header());
            byte[] body = late ? null : answer.body();
            return body == null
                    ? RecordedAnswer.withoutBody(answer.status(), headers)
                    : RecordedAnswer.of(answer.status(), headers, body);
        }

        private static boolean isKnown(HttpServletRequest request) {
            return request.getUserPrincipal() != null || (SPRING_SECURITY && SecurityContextCaller.isKnown());
        }
    }
}
