package dev.idempotency.core.engine;

import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.record.Entity;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.store.OnLapsedLease;
import dev.idempotency.core.store.ReservationRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Asks the engine for a run. {@link ReservationRequest} says what each part means; the engine adds the owner.
 *
 * @param waiting how long to wait for an earlier request with the key, or for the entity, that is still running
 */
public record RunRequest(
        RecordId id,
        String operation,
        Fingerprint fingerprint,
        Duration lease,
        Duration retention,
        OnLapsedLease onLapsedLease,
        Waiting waiting,
        @Nullable Entity entity) {

    /** Asks for a run that works on no entity. */
    public RunRequest(
            RecordId id,
            String operation,
            Fingerprint fingerprint,
            Duration lease,
            Duration retention,
            OnLapsedLease onLapsedLease,
            Waiting waiting) {
        this(id, operation, fingerprint, lease, retention, onLapsedLease, waiting, null);
    }

    /** The same for a run that works on an entity. */
    public RunRequest withEntity(Entity worked) {
        return new RunRequest(id, operation, fingerprint, lease, retention, onLapsedLease, waiting, worked);
    }

    ReservationRequest by(String owner) {
        return new ReservationRequest(id, operation, fingerprint, owner, lease, retention, onLapsedLease, entity);
    }
}
