package dev.idempotency.core.limit;

import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import java.time.Duration;
import java.util.Optional;

/** Keeps a scope from taking too many keys. It is asked before the body of a request is read. */
public interface KeyQuota {

    /** No limit for any scope. */
    KeyQuota NONE = new KeyQuota() {
        @Override
        public Optional<Duration> refusal(RecordId id) {
            return Optional.empty();
        }

        @Override
        public void granted(Scope scope) {}
    };

    /** Empty if the request may go on; otherwise the time after which it may try again. */
    Optional<Duration> refusal(RecordId id);

    /** A request of this scope has been granted the right to run. */
    void granted(Scope scope);
}
