package dev.idempotency.client;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What an answer says, as far as it matters for another attempt.
 *
 * @param status the status
 * @param headers the first value of a header by its name in any case, null if there is none
 * @param body the body or its beginning; empty if it is not known
 */
@SuppressWarnings("ArrayRecordComponent")
public record CallAnswer(int status, Function<String, @Nullable String> headers, byte[] body) {

    private static final int ENOUGH = 16_384;

    /** An answer whose body is not known. */
    public CallAnswer(int status, Function<String, @Nullable String> headers) {
        this(status, headers, new byte[0]);
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.apply(name)).map(String::strip).filter(value -> !value.isEmpty());
    }

    /** Whether it is a problem of RFC 9457. */
    boolean isProblem() {
        return mediaType().startsWith("application/problem+json");
    }

    /** The members of a JSON body that matter, those of a nested {@code error} with that prefix; none of other bodies. */
    Map<String, String> members() {
        if (!mediaType().contains("json")) {
            return Map.of();
        }
        String beginning = new String(body, 0, Math.min(body.length, ENOUGH), StandardCharsets.UTF_8);
        return new JsonMembers(beginning).read();
    }

    private String mediaType() {
        return header("Content-Type").map(type -> type.toLowerCase(Locale.ROOT)).orElse("");
    }

    @Override
    public String toString() {
        return "CallAnswer[" + status + "]";
    }
}
