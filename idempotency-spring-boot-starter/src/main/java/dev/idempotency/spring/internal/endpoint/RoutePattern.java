package dev.idempotency.spring.internal.endpoint;

import java.util.List;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * A path pattern in the language of handler mappings, such as {@code /orders/{id}} or {@code /webhooks/**}.
 *
 * @param path the pattern as Spring matches it
 */
public record RoutePattern(PathPattern path) {

    private static final List<String> BELOW = List.of("", "some", "some/more");

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static RoutePattern parse(String pattern) {
        PathPatternParser parser = PathPatternParser.defaultInstance;
        return new RoutePattern(parser.parse(parser.initFullPathPattern(pattern)));
    }

    public boolean matches(PathContainer within) {
        return path.matches(within);
    }

    /** Whether every path of the other pattern is one of this one, as far as examples of such paths tell. */
    public boolean covers(String other) {
        String full = PathPatternParser.defaultInstance.initFullPathPattern(other);
        return path.getPatternString().equals(full)
                || BELOW.stream().map(below -> example(full, below)).allMatch(this::matches);
    }

    private static PathContainer example(String pattern, String below) {
        String withoutVariables = pattern.replaceAll("\\{\\*[^}]*}", "**")
                .replaceAll("\\{(?:[^{}]|\\{[^{}]*})*}", "some")
                .replace("/**", below.isEmpty() ? "" : "/" + below)
                .replace("*", "some")
                .replace("?", "s");
        return PathContainer.parsePath(withoutVariables);
    }
}
