package dev.idempotency.jdbc.internal.driver;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An argument that is an array of the named type. */
public record SqlArray(String type, List<?> elements) {

    private static final String BYTES = "bytea";

    public static SqlArray ofTexts(List<String> texts) {
        return new SqlArray("text", texts);
    }

    public static SqlArray ofNumbers(List<Long> numbers) {
        return new SqlArray("int8", numbers);
    }

    public static SqlArray ofFlags(List<Boolean> flags) {
        return new SqlArray("bool", flags);
    }

    public static SqlArray ofBytes(List<byte @Nullable []> bytes) {
        return new SqlArray(BYTES, bytes);
    }

    /** As a text that the server reads as an array: arrays of arrays it cannot tell apart. */
    public String literal() {
        return elements.stream()
                .map(element -> '"' + element.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** As the driver expects it. */
    public Object[] toArray() {
        return type.equals(BYTES) ? elements.toArray(byte[][]::new) : elements.toArray();
    }
}
