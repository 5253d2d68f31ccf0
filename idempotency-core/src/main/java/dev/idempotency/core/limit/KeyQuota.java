package dev.idempotency.core.limit;

import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import java.time.Duration;
import java.util.Optional;

/** Keeps a scope from taking more keys than it should. Asked by a request's headers alone, before its body is read. */
public interface KeyQuota {

    /** Every scope may take as many as it likes. */
    KeyQuota NONE = new KeyQuota() {
        @Override
        public Optional<Duration> refusal(RecordId id) {
            return Optional.empty();
        }

        @Override
        public void granted(Scope scope) {}
    };

    /** Empty if the request may go on; otherwise after which time it may try again. */
    Optional<Duration> refusal(RecordId id);

    /** A request of this scope has been granted the right to run. */
    void granted(Scope scope);
}
