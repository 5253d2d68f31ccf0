package dev.idempotency.spring.internal.endpoint;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpEntity;
import org.springframework.scheduling.annotation.Async;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Tells by what a handler returns whether it goes on after its thread has returned. */
public final class AsynchronousReturn {

    private static final Set<Class<?>> ASYNCHRONOUS = Set.of(
            CompletionStage.class,
            Future.class,
            Callable.class,
            DeferredResult.class,
            WebAsyncTask.class,
            ResponseBodyEmitter.class,
            StreamingResponseBody.class);

    private AsynchronousReturn() {}

    /** A suspending function returns {@code Object} as far as Java knows. */
    public static boolean isOf(HandlerMethod handler) {
        Method method = handler.getMethod();
        return KotlinDetector.isSuspendingFunction(method)
                || isAsync(method)
                || isAsync(handler.getBeanType())
                || isAsynchronous(ResolvableType.forMethodReturnType(method, handler.getBeanType()));
    }

    private static boolean isAsync(AnnotatedElement element) {
        return AnnotatedElementUtils.hasAnnotation(element, Async.class);
    }

    /** Whether Spring takes a value of this type, or the body of an entity, for one that comes later. */
    public static boolean isAsynchronous(ResolvableType type) {
        ResolvableType body = type.as(HttpEntity.class);
        Class<?> raw = (ResolvableType.NONE.equals(body) ? type : body.getGeneric()).toClass();
        return ASYNCHRONOUS.stream().anyMatch(asynchronous -> asynchronous.isAssignableFrom(raw))
                || ReactiveAdapterRegistry.getSharedInstance().getAdapter(raw) != null;
    }
}
