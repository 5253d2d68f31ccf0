package dev.idempotency.spring.endpoint;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.Mode;
import dev.idempotency.spring.internal.endpoint.AsynchronousReturn;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

/** Mode TRANSACTIONAL is for handlers that answer on the thread that they were called on, and once: that is its transaction. */
final class OneThread {

    private OneThread() {}

    /** Throws for a handler whose signature says that it goes on elsewhere; warns of one that is called again when it throws. */
    static void check(ProtectedEndpoint endpoint, HandlerMethod handler) {
        if (endpoint.mode() == Mode.TRANSACTIONAL && AsynchronousReturn.isOf(handler)) {
            throw new IdempotencyConfigurationException(
                    "%s is to run in mode TRANSACTIONAL, but answers asynchronously: its transaction would end with the"
                                    .formatted(handler.getShortLogMessage())
                            + " thread that began it.",
                    "Use @Idempotent(mode = LEASE) there, or settings.mode(Mode.LEASE) where IdempotentRoutes name it, or let the"
                            + " handler return its answer itself.");
        }
        RetriesInside.tell(endpoint, handler);
    }

    /**
     * The same for the handlers that a named route stands for, as far as patterns tell. Returns the endpoints that these are, where they
     * run in mode TRANSACTIONAL.
     */
    static List<ProtectedEndpoint> check(
            RouteTable routes,
            AnnotatedHandlers annotated,
            Set<RequestMethod> methods,
            RequestMappingInfoHandlerMapping mapping) {
        List<ProtectedEndpoint> covered = new ArrayList<>();
        mapping.getHandlerMethods()
                .forEach((mapped, handler) -> methods.stream()
                        .filter(method -> takes(mapped, method))
                        .forEach(method -> mapped.getPatternValues().stream()
                                .filter(pattern -> annotated
                                        .endpoint(handler, method.name(), pattern)
                                        .isEmpty())
                                .flatMap(pattern -> routes.covering(method.name(), pattern).stream())
                                .filter(endpoint -> endpoint.mode() == Mode.TRANSACTIONAL)
                                .forEach(endpoint -> {
                                    check(endpoint, handler);
                                    covered.add(endpoint.handledBy(handler));
                                })));
        return covered;
    }

    private static boolean takes(RequestMappingInfo mapped, RequestMethod method) {
        Set<RequestMethod> named = mapped.getMethodsCondition().getMethods();
        return named.isEmpty() || named.contains(method);
    }
}
