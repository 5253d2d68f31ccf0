package dev.idempotency.core.record;

import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.scope.Scope;
import java.util.Objects;

/** Names a record: the same key in another scope is another record. */
public record RecordId(Scope scope, IdempotencyKey key) {

    public RecordId {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(key, "key");
    }
}
