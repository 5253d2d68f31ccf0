package dev.idempotency.core.store;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordId;
import java.time.Instant;
import java.util.Optional;

/**
 * The atomic steps that {@link ReservationAlgorithm} is made of. Each is a single statement on a database, committed at once.
 */
public interface RecordTable {

    /** Whether the record is likely to exist, so that it is best read first. A hint that may be wrong in either way. */
    default boolean mayExist(RecordId id) {
        return false;
    }

    /** Makes the record if there is none, under a token larger than any that a record of this name ever had. */
    Optional<GrantedRun> insert(ReservationRequest request);

    /** Reads the record, and the store's clock with it, without locking or writing. Also an expired one. */
    Optional<Seen> read(RecordId id);

    /** Starts another run, if the record has not changed since it was seen. */
    Optional<GrantedRun> takeOver(ReservationRequest request, IdempotencyRecord seen);

    /**
     * Makes sure of the request's own reservation, which was found and not made: it counts only once it is kept as safely as one that
     * has just been made. Empty if it has been lost meanwhile.
     */
    Optional<GrantedRun> confirm(Lease own, Instant expiresAt);

    /** Turns the record into an unknown one, if it has not changed since it was seen. Tells whether it did. */
    boolean lapse(IdempotencyRecord seen);

    /** A record, and the time of the store's clock when it was read. */
    record Seen(IdempotencyRecord record, Instant now) {}
}
