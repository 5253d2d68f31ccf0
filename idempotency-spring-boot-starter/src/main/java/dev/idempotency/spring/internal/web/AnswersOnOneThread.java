package dev.idempotency.spring.internal.web;

import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.internal.endpoint.AsynchronousReturn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpEntity;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.method.support.AsyncHandlerMethodReturnValueHandler;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/**
 * Refuses what a handler in mode TRANSACTIONAL returns, where that goes on elsewhere and its declared type did not say so: an
 * {@code Object} that is a {@code Mono}. Spring would subscribe to it before it asks whether the request may go on, so this
 * comes before all others. What runs already when it is returned, as a {@code CompletableFuture}, cannot be called back.
 */
public final class AnswersOnOneThread implements AsyncHandlerMethodReturnValueHandler {

    private AnswersOnOneThread() {}

    /** Puts one in front of what the adapter has. */
    public static void guard(RequestMappingHandlerAdapter adapter) {
        List<HandlerMethodReturnValueHandler> handlers = new ArrayList<>();
        handlers.add(new AnswersOnOneThread());
        List<HandlerMethodReturnValueHandler> others = adapter.getReturnValueHandlers();
        if (others != null) {
            handlers.addAll(others);
        }
        adapter.setReturnValueHandlers(handlers);
    }

    static IllegalStateException refusal(ProtectedEndpoint endpoint) {
        return new IllegalStateException(endpoint.operation()
                + " runs in mode TRANSACTIONAL, but is to go on asynchronously: its transaction ends with"
                + " the thread that began it, and is rolled back. Use mode LEASE there, or let the handler return its"
                + " answer itself");
    }

    /** So that it is asked about every value, also one that another handler takes for asynchronous. */
    @Override
    public boolean isAsyncReturnValue(@Nullable Object value, MethodParameter returned) {
        return false;
    }

    /** Spring asks with the value's class; the body of an entity is of the declared type. */
    @Override
    public boolean supportsReturnType(MethodParameter returned) {
        DispatchTracker running = current();
        if (running == null || !running.ending().isTransactional()) {
            return false;
        }
        Class<?> type = returned.getParameterType();
        return AsynchronousReturn.isAsynchronous(
                HttpEntity.class.isAssignableFrom(type)
                        ? ResolvableType.forMethodParameter(returned)
                        : ResolvableType.forClass(type));
    }

    @Override
    public void handleReturnValue(
            @Nullable Object value,
            MethodParameter returned,
            ModelAndViewContainer container,
            NativeWebRequest request) {
        DispatchTracker running = current();
        if (running != null) {
            running.starting();
        }
    }

    private static @Nullable DispatchTracker current() {
        return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes
                ? DispatchTracker.of(attributes.getRequest())
                : null;
    }
}
