package dev.idempotency.core.record;

import dev.idempotency.core.fingerprint.Fingerprint;
import java.time.Duration;
import java.util.Objects;

/**
 * The right to run a request and to write its outcome, for a limited time.
 *
 * @param id the record that is held
 * @param fingerprint of the request that runs; protection at rest binds the answer to it
 * @param token fences out earlier holders: every later lease of the same record, also of a record that was removed and made
 *     again, has a larger one
 * @param owner who holds it; unique for each attempt, so that an attempt whose reply to its reservation was lost
 *     recognises its own reservation
 * @param length for how long it is given, from the moment of its reservation or last renewal
 */
public record Lease(RecordId id, Fingerprint fingerprint, long token, String owner, Duration length) {

    public Lease {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(fingerprint, "fingerprint");
        Objects.requireNonNull(owner, "owner");
        requirePositive(length, "Lease");
        if (token < 1) {
            throw new IllegalArgumentException("Token must be positive, not " + token);
        }
    }

    static void requirePositive(Duration duration, String what) {
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException(what + " must be longer than zero, not " + duration);
        }
    }
}
