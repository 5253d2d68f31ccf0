package dev.idempotency.spring.internal.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Sees the exceptions of handlers before an exception handler answers them, and answers nothing itself. It comes before
 * all other resolvers, because the first one that answers is the last one to be asked.
 */
public final class ThrownByHandlers implements HandlerExceptionResolver, PriorityOrdered {

    private final RollbackRules rules;

    public ThrownByHandlers(RollbackRules rules) {
        this.rules = rules;
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception thrown) {
        DispatchTracker running = DispatchTracker.of(request);
        if (running != null && running.ending().isTransactional() && rules.undo(handler, thrown)) {
            running.ending().undoWork();
        }
        return null;
    }
}
