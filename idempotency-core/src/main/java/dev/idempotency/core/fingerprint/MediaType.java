package dev.idempotency.core.fingerprint;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A {@code Content-Type} in one spelling: type, subtype, parameter names and the charset in lower case, parameters sorted
 * by name, values unquoted. A parameter counts unless it is known not to matter:
 *
 * <ul>
 *   <li>{@code charset=utf-8} of JSON, which is UTF-8 anyway (RFC 8259, 8.1). Any other charset counts, and keeps the
 *       body from being read as JSON, because its bytes would mean other characters;
 *   <li>{@code boundary} of a body whose parts are known, as it changes with every attempt.
 * </ul>
 *
 * @param essence {@code type/subtype}
 * @param parameters all parameters by name
 */
record MediaType(String essence, SortedMap<String, String> parameters) {

    static final String CHARSET = "charset";
    /** What nearly all clients send need not be parsed. */
    private static final MediaType JSON = new MediaType("application/json", Collections.emptySortedMap());

    private static final Set<String> UTF_8 = Set.of("utf-8", "utf8");

    /** The content type, or null when it does not follow RFC 9110 or names a parameter twice. */
    static @Nullable MediaType parse(String contentType) {
        return contentType.equals(JSON.essence) ? JSON : new MediaTypeParser(contentType).parse();
    }

    /** Whether a body of this type can be read as JSON. */
    boolean isJson() {
        return isUtf8() && hasJsonEssence();
    }

    /** Whether a body of this type can be read as the pairs of a form. */
    boolean isForm() {
        return isUtf8() && essence.equals("application/x-www-form-urlencoded");
    }

    /** Writes what counts. */
    void writeTo(HashInput out, boolean partsAreKnown) {
        SortedMap<String, String> counting = parameters;
        if (!parameters.isEmpty()) {
            counting = new TreeMap<>(parameters);
            if (partsAreKnown) {
                counting.remove("boundary");
            }
            if (isJson()) {
                counting.remove(CHARSET);
            }
        }
        out.text(essence);
        out.number(counting.size());
        for (Map.Entry<String, String> parameter : counting.entrySet()) {
            out.text(parameter.getKey());
            out.text(parameter.getValue());
        }
    }

    private boolean isUtf8() {
        String charset = parameters.get(CHARSET);
        return charset == null || UTF_8.contains(charset);
    }

    private boolean hasJsonEssence() {
        return essence.equals(JSON.essence)
                || essence.equals("text/json")
                || (essence.startsWith("application/") && essence.endsWith("+json"));
    }
}
