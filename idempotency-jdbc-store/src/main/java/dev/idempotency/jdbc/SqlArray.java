package dev.idempotency.jdbc;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An argument that is an array of the named type. */
record SqlArray(String type, List<?> elements) {

    private static final String BYTES = "bytea";

    static SqlArray ofTexts(List<String> texts) {
        return new SqlArray("text", texts);
    }

    static SqlArray ofNumbers(List<Long> numbers) {
        return new SqlArray("int8", numbers);
    }

    static SqlArray ofFlags(List<Boolean> flags) {
        return new SqlArray("bool", flags);
    }

    static SqlArray ofBytes(List<byte @Nullable []> bytes) {
        return new SqlArray(BYTES, bytes);
    }

    /** As a text that the server reads as an array: arrays of arrays it cannot tell apart. */
    String literal() {
        return elements.stream()
                .map(element -> '"' + element.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** As the driver expects it. */
    Object[] toArray() {
        return type.equals(BYTES) ? elements.toArray(byte[][]::new) : elements.toArray();
    }
}
