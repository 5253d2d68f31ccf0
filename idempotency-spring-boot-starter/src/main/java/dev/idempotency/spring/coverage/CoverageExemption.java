package dev.idempotency.spring.coverage;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.endpoint.StateChangingRoute;
import dev.idempotency.spring.internal.endpoint.RoutePattern;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What need not be protected: a path pattern, or a method and a path pattern, such as {@code POST /login}.
 *
 * @param method null for all
 */
record CoverageExemption(@Nullable String method, RoutePattern pattern) {

    private static final Pattern SPELLING = Pattern.compile("(?:([A-Z]+) +)?(/\\S*)");

    static List<CoverageExemption> parseAll(List<String> texts) {
        return texts.stream().map(CoverageExemption::parse).toList();
    }

    private static CoverageExemption parse(String text) {
        Matcher spelled = SPELLING.matcher(text.strip());
        try {
            if (spelled.matches()) {
                return new CoverageExemption(spelled.group(1), RoutePattern.parse(spelled.group(2)));
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

    boolean fits(StateChangingRoute mapping) {
        return (method == null || method.equals(mapping.method())) && pattern.covers(mapping.pattern());
    }
}
