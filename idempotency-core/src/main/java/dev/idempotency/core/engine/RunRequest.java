package dev.idempotency.core.engine;

import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.core.store.ReservationRequest;
import java.time.Duration;

/**
 * Asks the engine for a run. {@link ReservationRequest} says what each part means; the engine adds the owner.
 *
 * @param waiting how long to wait for an earlier request with the key that is still running
 */
public record RunRequest(
        RecordId id,
        String operation,
        Fingerprint fingerprint,
        Duration lease,
        Duration retention,
        OnLapsedLease onLapsedLease,
        Waiting waiting) {

    ReservationRequest by(String owner) {
        return new ReservationRequest(id, operation, fingerprint, owner, lease, retention, onLapsedLease);
    }
}
