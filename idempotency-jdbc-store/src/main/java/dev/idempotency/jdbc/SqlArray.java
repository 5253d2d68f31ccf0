package dev.idempotency.jdbc;

import java.util.List;

/** An argument that is an array of the named type. */
record SqlArray(String type, List<?> elements) {

    static SqlArray ofTexts(List<String> texts) {
        return new SqlArray("text", texts);
    }

    static SqlArray ofNumbers(List<Long> numbers) {
        return new SqlArray("int8", numbers);
    }
}
