package dev.idempotency.spring.endpoint;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer;
import org.springframework.web.servlet.mvc.condition.PathPatternsRequestCondition;
import org.springframework.web.util.pattern.PathPattern;

/**
 * The paths that may lead to an annotated handler. Few handlers of an application are, so most requests are told apart by a glance at
 * those few patterns. They are the mapping's own, with its rules about case and trailing slashes.
 */
final class HandlerPaths {

    private final Map<String, Paths> byMethod = new HashMap<>();

    void add(String method, @Nullable PathPatternsRequestCondition condition) {
        byMethod.computeIfAbsent(method, name -> new Paths()).add(condition);
    }

    /** Whether it is worth asking who handles the request. */
    boolean mayLeadToHandler(String method, PathContainer path) {
        Paths known = byMethod.get(method);
        return known != null && known.match(path);
    }

    /** The patterns of one method. */
    private static final class Paths {

        private final Set<PathPattern> patterns = new LinkedHashSet<>();
        private boolean unknown;

        /** Without a condition the mapping matches by strings: then every path may be one of its. */
        void add(@Nullable PathPatternsRequestCondition condition) {
            if (condition == null) {
                unknown = true;
            } else {
                patterns.addAll(condition.getPatterns());
            }
        }

        boolean match(PathContainer path) {
            if (unknown) {
                return true;
            }
            for (PathPattern pattern : patterns) {
                if (pattern.matches(path)) {
                    return true;
                }
            }
            return false;
        }
    }
}
