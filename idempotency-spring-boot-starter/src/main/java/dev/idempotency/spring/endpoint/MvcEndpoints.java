package dev.idempotency.spring.endpoint;

import dev.idempotency.core.fingerprint.Fingerprinter;
import dev.idempotency.spring.Mode;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationContext;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.RequestPath;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * The protected endpoints of a Spring MVC application.
 *
 * <ol>
 *   <li>A method that no protected endpoint has: done, without a look at the path.
 *   <li>A path that fits no pattern of an annotated handler and no named route: done. This is all that other requests pay.
 *   <li>A path that fits an annotated handler's: another handler may still fit it better, by its path, media types, parameters
 *       or headers. So the handler mappings are asked who it is, as the dispatcher will ask them, on a copy that keeps their
 *       notes to itself. (A condition on parameters makes the server read a form, now instead of a moment later.)
 *   <li>Not an annotated one: the first named route that fits. In mode TRANSACTIONAL its handler, asked for in the same way, tells
 *       what transaction it wants.
 * </ol>
 *
 * <p>Handlers are looked for once, when all singletons are there; one that is registered later is not protected.
 */
public final class MvcEndpoints implements Endpoints, ProtectedMethods, SmartInitializingSingleton {

    private final ApplicationContext context;
    private final Set<RequestMethod> methods;
    private final EndpointSettings defaults;
    private final Consumer<ProtectedEndpoint> check;
    private volatile @Nullable Known known;

    /** @param check is shown every endpoint before the application starts, and throws what is wrong with it */
    public MvcEndpoints(
            ApplicationContext context,
            Set<RequestMethod> methods,
            EndpointSettings defaults,
            Consumer<ProtectedEndpoint> check) {
        this.context = context;
        this.methods = EnumSet.copyOf(methods);
        this.defaults = defaults;
        this.check = check;
    }

    @Override
    public void afterSingletonsInstantiated() {
        known();
    }

    @Override
    public Optional<ProtectedEndpoint> find(HttpServletRequest request) {
        Known now = known();
        String method = request.getMethod();
        if (!now.methods.contains(method)) {
            return Optional.empty();
        }
        RequestPath path = ServletRequestPathUtils.parse(request);
        PathContainer within = path.pathWithinApplication();
        boolean mayBeHandler = now.paths.mayLeadToHandler(method, within);
        Optional<ProtectedEndpoint> route = now.routes.find(method, within);
        if ((!mayBeHandler && route.isEmpty()) || !now.lookup.reaches(request)) {
            return Optional.empty();
        }
        return mayBeHandler || route.filter(MvcEndpoints::isTransactional).isPresent()
                ? handled(now, request, path, route)
                : route;
    }

    @Override
    public List<StateChangingRoute> mappings() {
        Known now = known();
        return new RouteSurvey(methods, now.handlers, now.routes, ForeignRoutes.of(context))
                .of(single(handlerMappings()));
    }

    @Override
    public boolean has(Class<?> beanType, Method method) {
        return known().handlers.has(beanType, method);
    }

    private static Optional<ProtectedEndpoint> handled(
            Known now, HttpServletRequest request, RequestPath path, Optional<ProtectedEndpoint> route) {
        HandlerLookup.Found found = now.lookup.find(request, path);
        if (found == null) {
            return route;
        }
        return now.handlers
                .endpoint(found.handler(), request.getMethod(), found.pattern())
                .or(() -> route.map(named -> isTransactional(named) ? named.handledBy(found.handler()) : named));
    }

    private static boolean isTransactional(ProtectedEndpoint endpoint) {
        return endpoint.mode() == Mode.TRANSACTIONAL;
    }

    private Known known() {
        Known now = known;
        if (now == null) {
            now = look();
            known = now;
        }
        return now;
    }

    private Known look() {
        List<HandlerMapping> mappings = handlerMappings();
        AnnotatedHandlers handlers = new AnnotatedHandlers(methods, reader(), defaults);
        for (HandlerMapping mapping : single(mappings)) {
            if (mapping instanceof RequestMappingInfoHandlerMapping annotated) {
                handlers.addAllOf(annotated);
            }
        }
        RouteTable routes = new RouteTable();
        context.getBeanProvider(IdempotentRoutes.class)
                .orderedStream()
                .forEach(named -> routes.add(named, methods, defaults));
        List<ProtectedEndpoint> covered = new ArrayList<>();
        for (HandlerMapping mapping : single(mappings)) {
            if (mapping instanceof RequestMappingInfoHandlerMapping annotated) {
                covered.addAll(OneThread.check(routes, handlers, methods, annotated));
            }
        }
        Stream.of(handlers.endpoints(), routes.endpoints(), covered)
                .flatMap(Collection::stream)
                .forEach(check);
        Set<String> used = Stream.concat(handlers.endpoints().stream(), routes.endpoints().stream())
                .map(ProtectedEndpoint::method)
                .collect(Collectors.toUnmodifiableSet());
        return new Known(used, handlers.paths(), handlers, routes, new HandlerLookup(mappings));
    }

    /** In the order in which the dispatcher asks them. */
    private List<HandlerMapping> handlerMappings() {
        List<HandlerMapping> mappings = new ArrayList<>(
                BeanFactoryUtils.beansOfTypeIncludingAncestors(context, HandlerMapping.class, true, false)
                        .values());
        AnnotationAwareOrderComparator.sort(mappings);
        return mappings;
    }

    /** With those in the place of a mapping that asks several, as that of Spring Data REST does. */
    private static List<HandlerMapping> single(List<HandlerMapping> mappings) {
        List<HandlerMapping> single = new ArrayList<>();
        for (HandlerMapping mapping : mappings) {
            if (mapping instanceof Iterable<?> several) {
                several.forEach(one -> {
                    if (one instanceof HandlerMapping delegate) {
                        single.add(delegate);
                    }
                });
            } else {
                single.add(mapping);
            }
        }
        return single;
    }

    private AnnotationReader reader() {
        return new AnnotationReader(context.getEnvironment()::resolveRequiredPlaceholders, this::fingerprinter);
    }

    private Fingerprinter fingerprinter(String beanName) {
        try {
            return context.getBean(beanName, Fingerprinter.class);
        } catch (BeansException e) {
            throw new IllegalArgumentException("there is no Fingerprinter bean named '" + beanName + "'", e);
        }
    }

    private record Known(
            Set<String> methods,
            HandlerPaths paths,
            AnnotatedHandlers handlers,
            RouteTable routes,
            HandlerLookup lookup) {}
}
