package dev.idempotency.spring.endpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.springframework.web.bind.annotation.RequestMethod;

/**
 * Protects handlers that cannot be annotated, such as functional routes or controllers of a library. A bean of this
 * type names methods and path patterns, each with settings that differ from the configured defaults:
 *
 * <pre>{@code
 * @Bean
 * IdempotentRoutes idempotentRoutes() {
 *     return new IdempotentRoutes()
 *             .post("/payments", settings -> settings.ttl(Duration.ofHours(48)))
 *             .patch("/payments/{id}");
 * }
 * }</pre>
 *
 * <p>Patterns are those of handler mappings: without the context path, and without the servlet's prefix. The first one that
 * matches counts, whatever is behind it. A handler that carries {@code @Idempotent} is not asked about here.
 */
public final class IdempotentRoutes {

    private final List<Route> routes = new ArrayList<>();

    public IdempotentRoutes post(String pattern) {
        return post(pattern, UnaryOperator.identity());
    }

    public IdempotentRoutes post(String pattern, UnaryOperator<EndpointSettings> settings) {
        return route(RequestMethod.POST, pattern, settings);
    }

    public IdempotentRoutes patch(String pattern) {
        return patch(pattern, UnaryOperator.identity());
    }

    public IdempotentRoutes patch(String pattern, UnaryOperator<EndpointSettings> settings) {
        return route(RequestMethod.PATCH, pattern, settings);
    }

    /** A method other than those two must also be among {@code idempotency.methods}. */
    public IdempotentRoutes route(RequestMethod method, String pattern, UnaryOperator<EndpointSettings> settings) {
        routes.add(new Route(method, pattern, settings));
        return this;
    }

    List<Route> routes() {
        return List.copyOf(routes);
    }

    record Route(RequestMethod method, String pattern, UnaryOperator<EndpointSettings> settings) {}
}
