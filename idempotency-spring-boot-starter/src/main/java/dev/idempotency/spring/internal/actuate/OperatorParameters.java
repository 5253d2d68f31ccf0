package dev.idempotency.spring.internal.actuate;

import dev.idempotency.core.action.Action;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads what an operator sends. All of it is text; what is missing or malformed is said. */
final class OperatorParameters {

    private static final int DEFAULT_LIMIT = 50;
    private static final int LARGEST_LIMIT = 500;

    private OperatorParameters() {}

    static Scope scope(@Nullable String text) {
        return parsed(required(text, "scope"), "scope is not the name of a scope", Scope::restore);
    }

    static RecordId record(@Nullable String scope, @Nullable String key) {
        Scope in = scope(scope);
        return new RecordId(in, parsed(required(key, "key"), "key is not a key", IdempotencyKey::new));
    }

    static String action(@Nullable String name) {
        return parsed(required(name, "name"), "name is not the name of an action", Action::requireName);
    }

    /** Where the page before ended; neither or both. */
    static Optional<RecordId> after(@Nullable String scope, @Nullable String key) {
        return scope == null && key == null ? Optional.empty() : Optional.of(record(scope, key));
    }

    static int limit(@Nullable String text) {
        if (text == null) {
            return DEFAULT_LIMIT;
        }
        int limit = parsed(text, "limit is not a number", Integer::valueOf);
        if (limit < 1 || limit > LARGEST_LIMIT) {
            throw new BadRequestException("limit is 1 to " + LARGEST_LIMIT);
        }
        return limit;
    }

    static long run(@Nullable String text) {
        return parsed(required(text, "run"), "run is not a number", Long::valueOf);
    }

    static String required(@Nullable String text, String name) {
        if (text == null || text.isBlank()) {
            throw new BadRequestException(name + " is missing");
        }
        return text;
    }

    static <T> T parsed(String text, String otherwise, Function<String, T> parse) {
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException e) {
            throw new BadRequestException(otherwise);
        }
    }
}
