package dev.idempotency.core.store;

import dev.idempotency.core.record.Entity;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordId;
import java.time.Instant;
import java.util.Optional;

/**
 * The atomic steps that {@link ReservationAlgorithm} is made of. Each is a single statement on a database, committed at once.
 */
public interface RecordTable {

    /** Whether the record probably exists, so that reading it first is cheaper. A hint; it may be wrong either way. */
    default boolean mayExist(RecordId id) {
        return false;
    }

    /**
     * Makes the record if there is none, under a token larger than any that a record of this name ever had; not while another
     * record holds the request's entity.
     */
    Optional<GrantedRun> insert(ReservationRequest request);

    /** Reads the record, even an expired one, and the store's clock with it, without locking or writing. */
    Optional<Seen> read(RecordId id);

    /**
     * Reads the record that holds the entity, and the store's clock with it: one that runs, or whose outcome is unknown. A run in
     * a transaction holds its entity without anybody seeing its record.
     */
    Optional<Seen> holderOf(Entity entity);

    /** Starts another run, if the record has not changed since it was read; not while another one holds the request's entity. */
    Optional<GrantedRun> takeOver(ReservationRequest request, IdempotencyRecord seen);

    /**
     * Confirms the request's own reservation that an earlier call made: it counts only once it is stored as durably as
     * a new one. Empty if it has been lost meanwhile.
     */
    Optional<GrantedRun> confirm(Lease own, Instant expiresAt);

    /** Makes the record unknown, if it has not changed since it was read. Returns whether it did. */
    boolean lapse(IdempotencyRecord seen);

    /**
     * Ends the run as failed, if the record has not changed since it was read, and gives its entity free. The record gets a token of
     * its own, so that the run's owner cannot change it any more. Returns whether it did.
     */
    boolean abandon(IdempotencyRecord seen);

    /** A record, and the time of the store's clock when it was read. */
    record Seen(IdempotencyRecord record, Instant now) {}
}
