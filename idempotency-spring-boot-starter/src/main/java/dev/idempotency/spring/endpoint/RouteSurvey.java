package dev.idempotency.spring.endpoint;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.support.RouterFunctionMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

/**
 * Lists what changes state: all mappings of POST, of PATCH and of the other methods on which keys are looked at. What belongs
 * to Spring Boot itself, its error page and its actuator, is not the application's.
 */
final class RouteSurvey {

    private static final String BOOT = "org.springframework.boot.";

    private final Set<RequestMethod> lookedAt;
    private final Set<RequestMethod> listed;
    private final AnnotatedHandlers handlers;
    private final RouteTable routes;
    private final ForeignRoutes foreign;
    private final List<StateChangingRoute> found = new ArrayList<>();

    RouteSurvey(Set<RequestMethod> lookedAt, AnnotatedHandlers handlers, RouteTable routes, ForeignRoutes foreign) {
        this.lookedAt = lookedAt;
        this.listed = EnumSet.of(RequestMethod.POST, RequestMethod.PATCH);
        this.listed.addAll(lookedAt);
        this.handlers = handlers;
        this.routes = routes;
        this.foreign = foreign;
    }

    /** By pattern and method. */
    List<StateChangingRoute> of(List<HandlerMapping> mappings) {
        for (HandlerMapping mapping : mappings) {
            if (mapping instanceof RequestMappingInfoHandlerMapping annotated) {
                annotated.getHandlerMethods().forEach(this::add);
            } else if (mapping instanceof RouterFunctionMapping functional) {
                add(functional.getRouterFunction());
            }
        }
        return found.stream()
                .distinct()
                .sorted(Comparator.comparing(StateChangingRoute::pattern).thenComparing(StateChangingRoute::method))
                .toList();
    }

    private void add(RequestMappingInfo mapped, HandlerMethod method) {
        if (isOfSpringBoot(method.getBeanType())) {
            return;
        }
        boolean isOfDataRest = ExportedRepositories.serves(method.getBeanType());
        String name = isOfDataRest
                ? "Spring Data REST"
                : method.getBeanType().getSimpleName()
                        + '#'
                        + method.getMethod().getName();
        for (RequestMethod listed : listed(mapped.getMethodsCondition().getMethods())) {
            Stream<String> patterns = mapped.getPatternValues().stream();
            if (isOfDataRest) {
                patterns = patterns.flatMap(template -> foreign.repositories().patterns(template, listed));
            }
            for (String pattern : patterns.toList()) {
                Optional<ProtectedEndpoint> annotated = handlers.endpoint(method, listed.name(), pattern);
                found.add(mapping(listed, pattern, name, annotated));
            }
        }
    }

    private void add(@Nullable RouterFunction<?> router) {
        if (router == null) {
            return;
        }
        for (FunctionalRoutes.Route route : FunctionalRoutes.of(router, foreign.graphQlPath())) {
            Set<RequestMethod> named = route.methods().stream()
                    .map(RequestMethod::resolve)
                    .filter(Objects::nonNull)
                    .collect(Collectors.toCollection(() -> EnumSet.noneOf(RequestMethod.class)));
            for (RequestMethod method : listed(named)) {
                found.add(mapping(method, route.pattern(), route.kind(), Optional.empty()));
            }
        }
    }

    private StateChangingRoute mapping(
            RequestMethod method, String pattern, String handler, Optional<ProtectedEndpoint> annotated) {
        String path = pattern.isEmpty() ? "/" : pattern;
        if (!lookedAt.contains(method)) {
            return new StateChangingRoute(method.name(), path, handler, Protection.METHOD_NOT_LOOKED_AT, null);
        }
        if (annotated.isPresent()) {
            return new StateChangingRoute(method.name(), path, handler, Protection.ANNOTATED, annotated.get());
        }
        return routes.covering(method.name(), path)
                .map(named -> new StateChangingRoute(method.name(), path, handler, Protection.NAMED, named))
                .orElseGet(() -> new StateChangingRoute(method.name(), path, handler, Protection.NOT_ANNOTATED, null));
    }

    /** If no method is named, all are meant. */
    private Set<RequestMethod> listed(Set<RequestMethod> named) {
        Set<RequestMethod> all = EnumSet.copyOf(listed);
        if (!named.isEmpty()) {
            all.retainAll(named);
        }
        return all;
    }

    private static boolean isOfSpringBoot(Class<?> handler) {
        return handler.getName().startsWith(BOOT)
                || ClassUtils.getAllInterfacesForClassAsSet(handler).stream()
                        .anyMatch(type -> type.getName().startsWith(BOOT)
                                && type.getSimpleName().equals("ErrorController"));
    }
}
