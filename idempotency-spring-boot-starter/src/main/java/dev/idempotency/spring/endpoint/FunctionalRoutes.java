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

    private final List<Route> routes = new ArrayList<>();
    private final Deque<Condition> around = new ArrayDeque<>();

    static List<Route> of(RouterFunction<?> router) {
        FunctionalRoutes visitor = new FunctionalRoutes();
        router.accept(visitor);
        return visitor.routes;
    }

    @Override
    public void startNested(RequestPredicate predicate) {
        around.addLast(Condition.of(predicate));
    }

    @Override
    public void endNested(RequestPredicate predicate) {
        around.removeLast();
    }

    @Override
    public void route(RequestPredicate predicate, HandlerFunction<?> handler) {
        StringBuilder path = new StringBuilder();
        Set<HttpMethod> methods = Set.of();
        around.addLast(Condition.of(predicate));
        for (Condition condition : around) {
            path.append(condition.path);
            methods = condition.methods.isEmpty() ? methods : condition.methods;
        }
        around.removeLast();
        routes.add(new Route(methods, path.isEmpty() ? "/**" : path.toString()));
    }

    /** Answers reading requests only. */
    @Override
    public void resources(Function<ServerRequest, Optional<Resource>> lookup) {}

    @Override
    public void attributes(Map<String, Object> attributes) {}

    @Override
    public void unknown(RouterFunction<?> router) {
        routes.add(new Route(Set.of(), "/**"));
    }

    /** @param methods none stands for all */
    record Route(Set<HttpMethod> methods, String pattern) {}

    private static final class Condition implements RequestPredicates.Visitor {

        private Set<HttpMethod> methods = Set.of();
        private String path = "";
        private int uncertain;

        static Condition of(RequestPredicate predicate) {
            Condition condition = new Condition();
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

        @Override
        public void unknown(RequestPredicate predicate) {}
    }
}
