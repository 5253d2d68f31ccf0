package dev.idempotency.spring.internal.health;

import dev.idempotency.jdbc.schema.SchemaException;
import org.jspecify.annotations.Nullable;

/** How the store is. */
enum StoreState {
    /** It answers, and its table is as it must be. */
    USABLE,
    /** No answer came in time. */
    SLOW,
    /** It cannot be reached. */
    UNREACHABLE,
    /** It was reached, but cannot be used: its table is missing, or is of another version. */
    UNUSABLE;

    static StoreState of(@Nullable Throwable failure) {
        return failure instanceof SchemaException ? UNUSABLE : UNREACHABLE;
    }
}
