package dev.idempotency.spring.coverage;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.endpoint.Mapping;
import dev.idempotency.spring.endpoint.RoutePattern;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What need not be protected: a path pattern, or a method and a path pattern, such as {@code POST /login}.
 *
 * @param method null for all
 */
record Allowed(@Nullable String method, RoutePattern pattern) {

    private static final Pattern SPELLING = Pattern.compile("(?:([A-Z]+) +)?(/\\S*)");

    static List<Allowed> parseAll(List<String> texts) {
        return texts.stream().map(Allowed::parse).toList();
    }

    private static Allowed parse(String text) {
        Matcher spelled = SPELLING.matcher(text.strip());
        try {
            if (spelled.matches()) {
                return new Allowed(spelled.group(1), RoutePattern.parse(spelled.group(2)));
            }
        } catch (IllegalArgumentException e) {
            throw invalid(text, e);
        }
        throw invalid(text, null);
    }

    private static IdempotencyConfigurationException invalid(String text, @Nullable Exception cause) {
        return new IdempotencyConfigurationException(
                "idempotency.coverage-allowed names path patterns, which '" + text + "' is not.",
                "Write a pattern like '/webhooks/**', or a method and a pattern like 'POST /login'.",
                cause);
    }

    boolean fits(Mapping mapping) {
        return (method == null || method.equals(mapping.method())) && pattern.covers(mapping.pattern());
    }
}
