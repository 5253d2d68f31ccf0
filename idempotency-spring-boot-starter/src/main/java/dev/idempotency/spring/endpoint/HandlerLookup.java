package dev.idempotency.spring.endpoint;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.server.RequestPath;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;

/** Finds the handler that the dispatcher will choose for a request. */
final class HandlerLookup {

    private static final Logger log = LoggerFactory.getLogger(HandlerLookup.class);

    private final List<HandlerMapping> mappings;
    private final Map<String, Boolean> dispatchers = new ConcurrentHashMap<>();

    /** Takes the mappings in the order in which the dispatcher asks them. */
    HandlerLookup(List<HandlerMapping> mappings) {
        this.mappings = List.copyOf(mappings);
    }

    /** Whether the request goes to a dispatcher at all: the paths of another servlet may look like those of a handler. */
    boolean reaches(HttpServletRequest request) {
        String servlet = request.getHttpServletMapping().getServletName();
        return !StringUtils.hasText(servlet)
                || dispatchers.computeIfAbsent(servlet, name -> isDispatcher(name, request.getServletContext()));
    }

    private static boolean isDispatcher(String servlet, ServletContext context) {
        ServletRegistration registration = context.getServletRegistration(servlet);
        String className = registration == null ? null : registration.getClassName();
        if (className == null) {
            return true;
        }
        try {
            return DispatcherServlet.class.isAssignableFrom(ClassUtils.forName(className, context.getClassLoader()));
        } catch (ClassNotFoundException | LinkageError e) {
            return true;
        }
    }

    /**
     * The handler method that the request will get; null if none. The dispatcher asks the same question again, with the same
     * answer, so whatever is wrong with the request is left for the application to answer.
     */
    @Nullable Found find(HttpServletRequest request, RequestPath path) {
        LookupRequest asked = new LookupRequest(request);
        ServletRequestPathUtils.setParsedRequestPath(path, asked);
        return handlerOf(asked) instanceof HandlerMethod handler
                ? new Found(handler, String.valueOf(asked.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE)))
                : null;
    }

    private @Nullable Object handlerOf(LookupRequest request) {
        try {
            for (HandlerMapping mapping : mappings) {
                HandlerExecutionChain chain = mapping.getHandler(request);
                if (chain != null) {
                    return chain.getHandler();
                }
            }
        } catch (Exception e) {
            log.debug("No handler takes this request", e);
        }
        return null;
    }

    /**
     * A handler method.
     *
     * @param pattern of its own that fits the request best
     */
    record Found(HandlerMethod handler, String pattern) {}
}
