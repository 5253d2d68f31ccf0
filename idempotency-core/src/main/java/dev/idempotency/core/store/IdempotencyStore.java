package dev.idempotency.core.store;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordSummary;
import dev.idempotency.core.scope.Scope;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A store of records whose reservations are visible to everybody at once, and the care for them.
 *
 * <p>All times are those of the store's own clock, so that the clocks of its users do not matter. Every change of a record is
 * one atomic step, conditional on the state and token it starts from; what cannot be changed is left as it is and reported.
 * All methods may be called from any number of nodes at the same time.
 *
 * <p>A record past its retention is as good as none for every method here, even while it is still stored. Running and unknown
 * records have no age: they never expire, are never reaped and never evicted.
 *
 * <p>The class {@code IdempotencyStoreContract} of {@code idempotency-test} holds every rule of this interface as a test.
 */
public interface IdempotencyStore extends Reservations {

    /**
     * Prolongs the leases, each by its own length from now, in one step for all of them. A lease that has run out but was
     * noticed by nobody is prolonged as well.
     *
     * @return the leases that are still held; the others have been lost for good
     */
    Set<Lease> renew(Collection<Lease> leases);

    /** The record as it stands, if there is one that has not expired. */
    Optional<IdempotencyRecord> find(RecordId id);

    /**
     * Takes unknown records whose next attempt at reconciliation is due, longest due first, away from all other nodes: their next
     * attempt is put off by the length of the claim. Whoever has them resolves them before; if it dies, they are due again.
     *
     * @param limit how many at most
     */
    List<IdempotencyRecord> claimUnknown(int limit, Duration claim);

    /**
     * Unknown records, ordered by scope and key, after the given one, at most as many as asked for. One that this version cannot
     * read keeps none of the others from being listed, and is listed itself as far as it can be.
     */
    List<RecordSummary> listUnknown(Unresolved which, Optional<RecordId> after, int limit);

    /** How many unknown records there are. Counts no further than asked for, so that it stays cheap. */
    int countUnknown(Unresolved which, int atMost);

    /**
     * Decides about an unknown record.
     *
     * @param token of the run in question, so that a decision about an earlier run cannot hit a later one
     * @param decision who decided, to be kept with the change; empty when it was found out automatically
     * @return false, having changed nothing, unless the record is unknown and carries this token
     */
    boolean resolve(RecordId id, long token, Resolution resolution, Optional<OperatorDecision> decision);

    /** Removes a record, so that the next request with its key runs, and keeps who wanted that. */
    Eviction evict(RecordId id, OperatorDecision decision);

    /** Removes all settled records of a scope; running and unknown ones stay. Returns how many were removed. */
    int evictAll(Scope scope, OperatorDecision decision);

    /** The manual decisions about a scope's records, newest first; they outlive the records. */
    List<DecisionLogEntry> decisions(Scope scope, int limit);

    /**
     * Turns records whose lease has run out into unknown ones, except those that {@linkplain OnLapsedLease#TAKE_OVER the next
     * request takes over}.
     *
     * @param lookBack how far back a lease may have run out to be noticed
     * @param limit how many at most
     * @return how many were turned
     */
    int sweep(Duration lookBack, int limit);

    /** Ends settled records that are past their retention, at most as many as asked for. Returns how many. */
    int reap(Reaping reaping, int limit);

    /** Which unknown records. */
    enum Unresolved {
        /** Those that are still asked after automatically. */
        OPEN,
        /** Those that wait for an operator. */
        DEAD_LETTER
    }

    /** What becomes of a record past its retention. */
    enum Reaping {
        /** It is removed. */
        DELETE,
        /** It stays as {@link dev.idempotency.core.record.State#EXPIRED}, without its answer. */
        EXPIRE
    }

    /** What became of a record that was to be removed. */
    enum Eviction {
        EVICTED,
        /** There was none. */
        ABSENT,
        /** It is running or its outcome is unknown: forgetting it could do its work twice. Resolve it first. */
        REFUSED
    }
}
