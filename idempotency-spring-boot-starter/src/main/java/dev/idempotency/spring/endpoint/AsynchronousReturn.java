package dev.idempotency.spring.endpoint;

import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpEntity;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Tells by a handler's return type whether it answers after its thread has returned. */
final class AsynchronousReturn {

    private static final Set<Class<?>> ASYNCHRONOUS = Set.of(
            CompletionStage.class,
            Callable.class,
            DeferredResult.class,
            WebAsyncTask.class,
            ResponseBodyEmitter.class,
            StreamingResponseBody.class);

    private AsynchronousReturn() {}

    static boolean isOf(HandlerMethod handler) {
        ResolvableType type = ResolvableType.forMethodReturnType(handler.getMethod());
        return isAsynchronous(HttpEntity.class.isAssignableFrom(type.toClass()) ? type.getGeneric() : type);
    }

    private static boolean isAsynchronous(ResolvableType type) {
        Class<?> raw = type.toClass();
        return ASYNCHRONOUS.stream().anyMatch(asynchronous -> asynchronous.isAssignableFrom(raw))
                || ReactiveAdapterRegistry.getSharedInstance().getAdapter(raw) != null;
    }
}
