package dev.idempotency.spring.internal.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.HandlerInterceptor;

/** Looks at the caller of a running request where all filters have been passed. To be placed before all interceptors and behind. */
public final class CallerInterceptor implements HandlerInterceptor {

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        look(request);
        return true;
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception thrown) {
        look(request);
    }

    private static void look(HttpServletRequest request) {
        DispatchTracker running = DispatchTracker.of(request);
        if (running != null) {
            running.ending().look(request);
        }
    }
}
