package dev.idempotency.core.internal.key;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One Item among the vectors.
 *
 * @param canFail a parser may refuse it, but if it does not, it must decode it as expected
 * @param expected the decoded value if it is a String, null for any other type and for a failure
 */
record ItemVector(
        String name,
        List<String> lines,
        boolean mustFail,
        boolean canFail,
        @Nullable String expected) {

    boolean isString() {
        return expected != null;
    }

    String string() {
        return Objects.requireNonNull(expected);
    }

    boolean isQuoted() {
        return lines.get(0).startsWith("\"");
    }
}
