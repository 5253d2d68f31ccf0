package dev.idempotency.core.internal.key;

import java.util.List;
import java.util.Optional;
import org.greenbytes.http.sfv.Item;
import org.greenbytes.http.sfv.ParseException;
import org.greenbytes.http.sfv.Parser;
import org.greenbytes.http.sfv.StringItem;

/** What an independent parser of structured fields makes of a header. */
final class StructuredFieldOracle {
    private StructuredFieldOracle() {}

    /** The decoded String, or nothing if the lines are no Item or an Item of another type. */
    static Optional<String> stringOf(List<String> lines) {
        return item(lines).filter(StringItem.class::isInstance).map(item -> ((StringItem) item).get());
    }

    static boolean isItem(List<String> lines) {
        return item(lines).isPresent();
    }

    private static Optional<Item<?>> item(List<String> lines) {
        try {
            return Optional.of(new Parser(lines).parseItem());
        } catch (ParseException e) {
            return Optional.empty();
        }
    }
}
