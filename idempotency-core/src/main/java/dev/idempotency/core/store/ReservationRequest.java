package dev.idempotency.core.store;

import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.record.Entity;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordId;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the right to run.
 *
 * @param id scope and key
 * @param operation the name of what is asked for, such as a method and route; at most 255 characters
 * @param fingerprint of the request
 * @param owner of the lease; unique for each attempt
 * @param lease for how long the right is given unless renewed
 * @param retention for how long the answer is kept, from now
 * @param onLapsedLease what to do about an earlier holder whose lease has run out, and what later requests may do if
 *     the lease of this one runs out
 * @param entity what no other run may work on at the same time; null for none
 */
public record ReservationRequest(
        RecordId id,
        String operation,
        Fingerprint fingerprint,
        String owner,
        Duration lease,
        Duration retention,
        OnLapsedLease onLapsedLease,
        @Nullable Entity entity) {

    private static final int MAX_LENGTH = 255;

    public ReservationRequest {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(fingerprint, "fingerprint");
        Objects.requireNonNull(onLapsedLease, "onLapsedLease");
        requireName(operation, "Operation");
        requireName(owner, "Owner");
        requirePositive(lease, "Lease");
        requirePositive(retention, "Retention");
    }

    /** Asks for a run that works on no entity. */
    public ReservationRequest(
            RecordId id,
            String operation,
            Fingerprint fingerprint,
            String owner,
            Duration lease,
            Duration retention,
            OnLapsedLease onLapsedLease) {
        this(id, operation, fingerprint, owner, lease, retention, onLapsedLease, null);
    }

    /** Whether a later request that chose the same may run if this run is lost: the work again, or what is left of it. */
    public boolean mayBeTakenOver() {
        return onLapsedLease != OnLapsedLease.UNKNOWN;
    }

    /** The lease that this request is granted under the given token. */
    public Lease leaseWith(long token) {
        return new Lease(id, fingerprint, token, owner, lease);
    }

    private static void requireName(String name, String what) {
        if (name.isEmpty() || name.length() > MAX_LENGTH || name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    what + " must have 1 to " + MAX_LENGTH + " characters and no NUL, but has " + name.length());
        }
    }

    private static void requirePositive(Duration duration, String what) {
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException(what + " must be longer than zero, not " + duration);
        }
    }
}
