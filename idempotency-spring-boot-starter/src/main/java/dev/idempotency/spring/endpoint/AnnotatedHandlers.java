package dev.idempotency.spring.endpoint;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.Idempotent;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

/** The handler methods that carry {@link Idempotent}, with the settings of each. */
final class AnnotatedHandlers {

    private final Set<RequestMethod> methods;
    private final AnnotationReader reader;
    private final EndpointSettings defaults;
    private final Set<Handler> all = new HashSet<>();
    private final Map<Handler, EndpointSettings> handlers = new HashMap<>();
    private final HandlerPaths paths = new HandlerPaths();
    private final Map<Target, ProtectedEndpoint> endpoints = new ConcurrentHashMap<>();

    AnnotatedHandlers(Set<RequestMethod> methods, AnnotationReader reader, EndpointSettings defaults) {
        this.methods = methods;
        this.reader = reader;
        this.defaults = defaults;
    }

    void addAllOf(RequestMappingInfoHandlerMapping mapping) {
        mapping.getHandlerMethods().forEach(this::add);
    }

    private void add(RequestMappingInfo mapped, HandlerMethod method) {
        all.add(Handler.of(method));
        Optional<Idempotent> onMethod = AnnotationReader.find(method.getMethod());
        Optional<Idempotent> onType = AnnotationReader.find(method.getBeanType());
        if (onMethod.isEmpty() && onType.isEmpty()) {
            return;
        }
        Set<RequestMethod> applicable = applicable(mapped);
        if (applicable.isEmpty()) {
            onMethod.ifPresent(said -> refuse(mapped, method));
            return;
        }
        EndpointSettings settings = settings(method, onType, onMethod);
        handlers.put(Handler.of(method), settings);
        for (RequestMethod applied : applicable) {
            paths.add(applied.name(), mapped.getPathPatternsCondition());
            mapped.getPatternValues().stream()
                    .map(pattern -> endpoint(method, settings, applied.name(), pattern))
                    .forEach(endpoint -> OneThread.check(endpoint, method));
        }
    }

    private Set<RequestMethod> applicable(RequestMappingInfo mapped) {
        Set<RequestMethod> all = EnumSet.copyOf(methods);
        Set<RequestMethod> named = mapped.getMethodsCondition().getMethods();
        if (!named.isEmpty()) {
            all.retainAll(named);
        }
        return all;
    }

    private void refuse(RequestMappingInfo mapped, HandlerMethod method) {
        throw new IdempotencyConfigurationException(
                "@Idempotent on %s has no effect: the handler takes %s only, and keys are looked at on %s."
                        .formatted(
                                method.getShortLogMessage(),
                                mapped.getMethodsCondition().getMethods(),
                                methods),
                "Remove the annotation, or put it on a handler for one of these methods, or add the method to"
                        + " 'idempotency.methods' if the handler changes state.");
    }

    private EndpointSettings settings(
            HandlerMethod method, Optional<Idempotent> onType, Optional<Idempotent> onMethod) {
        try {
            EndpointSettings ofType =
                    onType.map(said -> reader.apply(said, defaults)).orElse(defaults);
            return onMethod.map(said -> reader.apply(said, ofType)).orElse(ofType);
        } catch (IllegalArgumentException e) {
            throw new IdempotencyConfigurationException(
                    "@Idempotent on %s is not valid: %s".formatted(method.getShortLogMessage(), e.getMessage()),
                    "Correct the annotation on the method or on its class. Durations are written like 30s, 24h or P7D and"
                            + " may be placeholders.",
                    e);
        }
    }

    /** The paths that may lead to these handlers. */
    HandlerPaths paths() {
        return paths;
    }

    /** The endpoint of a handler; empty if it is not annotated. */
    Optional<ProtectedEndpoint> endpoint(HandlerMethod method, String httpMethod, String pattern) {
        EndpointSettings settings = handlers.get(Handler.of(method));
        return settings == null ? Optional.empty() : Optional.of(endpoint(method, settings, httpMethod, pattern));
    }

    private ProtectedEndpoint endpoint(
            HandlerMethod method, EndpointSettings settings, String httpMethod, String pattern) {
        return endpoints.computeIfAbsent(
                new Target(Handler.of(method), httpMethod, pattern),
                target -> settings.endpoint(Operation.of(httpMethod, pattern), method));
    }

    /** Whether this method handles requests, annotated or not. */
    boolean has(Class<?> beanType, Method method) {
        return all.contains(new Handler(beanType, method));
    }

    Collection<ProtectedEndpoint> endpoints() {
        return endpoints.values();
    }

    /** Not the {@link HandlerMethod} itself: a mapping hands out a new one for every request. */
    private record Handler(Class<?> type, Method method) {

        static Handler of(HandlerMethod handler) {
            return new Handler(handler.getBeanType(), handler.getMethod());
        }
    }

    private record Target(Handler handler, String httpMethod, String pattern) {}
}
