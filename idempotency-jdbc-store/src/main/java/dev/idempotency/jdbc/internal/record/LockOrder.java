package dev.idempotency.jdbc.internal.record;

import dev.idempotency.core.record.RecordId;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * The order in which every statement on several records comes to them, on all nodes: so none can wait for another in a
 * circle.
 */
public final class LockOrder {

    private static final Comparator<RecordId> BY_ID = Comparator.comparing(
                    (RecordId id) -> id.scope().value())
            .thenComparing(id -> id.key().value());

    private LockOrder() {}

    public static <T> List<T> of(Collection<T> items, Function<T, RecordId> id) {
        return items.stream().sorted(Comparator.comparing(id, BY_ID)).toList();
    }
}
