package dev.idempotency.spring.internal.web.app;

import dev.idempotency.spring.Idempotent;
import dev.idempotency.spring.OnConcurrent;
import dev.idempotency.spring.OnStoreFailure;
import dev.idempotency.spring.endpoint.DocumentedSettings;
import dev.idempotency.spring.endpoint.EndpointSettings;
import dev.idempotency.spring.endpoint.Endpoints;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Finds annotated handlers by their literal path. */
final class AnnotatedEndpoints implements Endpoints {

    private final Supplier<RequestMappingHandlerMapping> mapping;
    private volatile Map<String, ProtectedEndpoint> known;

    AnnotatedEndpoints(Supplier<RequestMappingHandlerMapping> mapping) {
        this.mapping = mapping;
    }

    @Override
    public Optional<ProtectedEndpoint> find(HttpServletRequest request) {
        if (known == null) {
            Map<String, ProtectedEndpoint> found = new HashMap<>();
            mapping.get().getHandlerMethods().forEach((info, handler) -> add(found, info, handler));
            known = found;
        }
        return Optional.ofNullable(known.get(request.getMethod() + ' ' + request.getRequestURI()));
    }

    private static void add(Map<String, ProtectedEndpoint> found, RequestMappingInfo info, HandlerMethod handler) {
        Idempotent onMethod = AnnotatedElementUtils.findMergedAnnotation(handler.getMethod(), Idempotent.class);
        Idempotent annotation = onMethod != null
                ? onMethod
                : AnnotatedElementUtils.findMergedAnnotation(handler.getBeanType(), Idempotent.class);
        if (annotation != null) {
            for (RequestMethod method : info.getMethodsCondition().getMethods()) {
                for (String path : info.getPatternValues()) {
                    String operation = method + " " + path;
                    found.put(operation, endpoint(operation, annotation));
                }
            }
        }
    }

    private static ProtectedEndpoint endpoint(String operation, Idempotent annotation) {
        boolean required = annotation.required().length == 0 || annotation.required()[0];
        OnStoreFailure onFailure = annotation.onStoreFailure().length == 0
                ? OnStoreFailure.REJECT
                : annotation.onStoreFailure()[0];
        EndpointSettings settings = DocumentedSettings.get().required(required).onStoreFailure(onFailure);
        return (annotation.waitAtMost().isEmpty()
                        ? settings
                        : settings.onConcurrent(OnConcurrent.WAIT).waitAtMost(Duration.parse(annotation.waitAtMost())))
                .endpoint(operation);
    }
}
