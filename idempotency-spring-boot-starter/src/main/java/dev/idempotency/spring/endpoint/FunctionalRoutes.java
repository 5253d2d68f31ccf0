package dev.idempotency.spring.endpoint;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpMethod;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.RequestPredicate;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;

/**
 * Reads methods and paths off functional routes. A condition that is not a plain list of conditions, or names no method, is
 * taken to allow every method: a route too many in a list does less harm than one too few.
 */
final class FunctionalRoutes implements RouterFunctions.Visitor {

    private static final String GRAPHQL_KIND = "Spring GraphQL";
    private static final String GRAPHQL = "org.springframework.graphql.server.webmvc.";

    private final String graphQlPath;
    private final List<Route> routes = new ArrayList<>();
    private final Deque<Condition> around = new ArrayDeque<>();

    private FunctionalRoutes(String graphQlPath) {
        this.graphQlPath = graphQlPath;
    }

    /** @param graphQlPath where Spring GraphQL is served, as its condition does not tell */
    static List<Route> of(RouterFunction<?> router, String graphQlPath) {
        FunctionalRoutes visitor = new FunctionalRoutes(graphQlPath);
        router.accept(visitor);
        return visitor.routes.stream()
                .map(route -> visitor.isRefusalOfGraphQl(route)
                        ? new Route(route.methods, route.pattern, GRAPHQL_KIND)
                        : route)
                .toList();
    }

    /** Spring Boot adds routes that say no to what Spring GraphQL does not take. */
    private boolean isRefusalOfGraphQl(Route route) {
        return routes.stream()
                .anyMatch(other -> other.kind.equals(GRAPHQL_KIND) && other.pattern.equals(route.pattern));
    }

    @Override
    public void startNested(RequestPredicate predicate) {
        around.addLast(Condition.of(predicate, graphQlPath));
    }

    @Override
    public void endNested(RequestPredicate predicate) {
        around.removeLast();
    }

    @Override
    public void route(RequestPredicate predicate, HandlerFunction<?> handler) {
        StringBuilder path = new StringBuilder();
        Set<HttpMethod> methods = Set.of();
        String kind = "functional route";
        around.addLast(Condition.of(predicate, graphQlPath));
        for (Condition condition : around) {
            path.append(condition.path);
            methods = condition.methods.isEmpty() ? methods : condition.methods;
            kind = condition.isGraphQl ? GRAPHQL_KIND : kind;
        }
        around.removeLast();
        routes.add(new Route(methods, path.isEmpty() ? "/**" : path.toString(), kind));
    }

    /** Answers reading requests only. */
    @Override
    public void resources(Function<ServerRequest, Optional<Resource>> lookup) {}

    @Override
    public void attributes(Map<String, Object> attributes) {}

    @Override
    public void unknown(RouterFunction<?> router) {
        routes.add(new Route(Set.of(), "/**", "functional route"));
    }

    /**
     * A route.
     *
     * @param methods none stands for all
     * @param kind whose it is, for a developer to find
     */
    record Route(Set<HttpMethod> methods, String pattern, String kind) {}

    private static final class Condition implements RequestPredicates.Visitor {

        private Set<HttpMethod> methods = Set.of();
        private String path = "";
        private final String graphQlPath;
        private boolean isGraphQl;
        private int uncertain;

        private Condition(String graphQlPath) {
            this.graphQlPath = graphQlPath;
        }

        static Condition of(RequestPredicate predicate, String graphQlPath) {
            Condition condition = new Condition(graphQlPath);
            predicate.accept(condition);
            return condition;
        }

        @Override
        public void method(Set<HttpMethod> allowed) {
            if (uncertain == 0) {
                methods = allowed;
            }
        }

        @Override
        public void path(String pattern) {
            if (uncertain == 0) {
                path += pattern;
            }
        }

        @Override
        public void startOr() {
            uncertain++;
        }

        @Override
        public void or() {}

        @Override
        public void endOr() {
            uncertain--;
        }

        @Override
        public void startNegate() {
            uncertain++;
        }

        @Override
        public void endNegate() {
            uncertain--;
        }

        @Override
        public void startAnd() {}

        @Override
        public void and() {}

        @Override
        public void endAnd() {}

        // As long as Spring has it, a visitor must have it too.
        @SuppressWarnings("removal")
        @Override
        public void pathExtension(String extension) {}

        @Override
        public void version(String version) {}

        @Override
        public void header(String name, String value) {}

        @Override
        public void param(String name, String value) {}

        /** Spring GraphQL has a condition of its own: POST, and a path that it keeps to itself. */
        @Override
        public void unknown(RequestPredicate predicate) {
            if (predicate.getClass().getName().startsWith(GRAPHQL)) {
                isGraphQl = true;
                method(Set.of(HttpMethod.POST));
                path(graphQlPath);
            }
        }
    }
}
