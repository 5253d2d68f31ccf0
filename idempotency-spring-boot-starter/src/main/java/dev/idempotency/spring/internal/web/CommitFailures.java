package dev.idempotency.spring.internal.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.ModelAndView;

/** Answers a request whose transaction could not be committed: as if its handler had thrown the failure. */
@FunctionalInterface
public interface CommitFailures {

    /** Answers nothing; the failure is thrown unchanged. */
    CommitFailures THROWN_ON = (failure, request, response) -> false;

    /** Tells whether the response has been written. */
    boolean answer(RuntimeException failure, HttpServletRequest request, HttpServletResponse response);

    /** By the application's exception handlers, also those of the controller; not by one that wants a view rendered. */
    static CommitFailures by(HandlerExceptionResolver resolver) {
        return (failure, request, response) -> {
            ModelAndView view = resolver.resolveException(request, response, handlerOf(request), failure);
            return view != null && view.isEmpty();
        };
    }

    /** The mapping leaves the handler's bean by its name only. */
    private static @Nullable Object handlerOf(HttpServletRequest request) {
        Object handler = request.getAttribute(HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE);
        return handler instanceof HandlerMethod method ? method.createWithResolvedBean() : handler;
    }
}
