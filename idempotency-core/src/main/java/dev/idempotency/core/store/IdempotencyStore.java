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
 * A store of records whose reservations all nodes see at once, with the operations that maintain the records.
 *
 * <p>All times are those of the store's own clock, so that the clocks of its users do not matter. Every change of a record is
 * one atomic step, conditional on the state and token it starts from; if the condition fails, the store changes nothing
 * and says so. All methods may be called from any number of nodes at the same time.
 *
 * <p>For every method here, a record past its retention counts as absent, even while it is still stored. Running and
 * unknown records never expire, and are never reaped or evicted.
 *
 * <p>The class {@code IdempotencyStoreContract} of {@code idempotency-test} holds every rule of this interface as a test.
 */
public interface IdempotencyStore extends Reservations {

    /**
     * Renews the leases, each for its own length from now, in one step. A lease that has run out is renewed too, unless
     * a sweep or another request has noticed that.
     *
     * @return the leases that are still held; the others are lost for good
     */
    Set<Lease> renew(Collection<Lease> leases);

    /** The current record, if there is one that has not expired. */
    Optional<IdempotencyRecord> find(RecordId id);

    /**
     * Claims unknown records whose next attempt at reconciliation is due, the longest due first: their next attempt is
     * put off by the length of the claim, so that no other node claims them. The node that has them resolves them in
     * that time; if it dies, they are due again.
     *
     * @param limit how many at most
     */
    List<IdempotencyRecord> claimUnknown(int limit, Duration claim);

    /**
     * Unknown records, ordered by scope and key, after the given one, at most as many as asked for. A record that this
     * version cannot read is listed as far as it can be, and does not keep the others from being listed.
     */
    List<RecordSummary> listUnknown(Unresolved which, Optional<RecordId> after, int limit);

    /** How many unknown records there are. Stops counting at the limit, so that it stays cheap. */
    int countUnknown(Unresolved which, int atMost);

    /**
     * Decides about an unknown record.
     *
     * @param token of the run, so that a decision about an earlier run cannot change a later one
     * @param decision who decided, which is kept with the change; empty if a reconciler found out
     * @return false, having changed nothing, unless the record is unknown and carries this token
     */
    boolean resolve(RecordId id, long token, Resolution resolution, Optional<OperatorDecision> decision);

    /** Removes a record, so that the next request with its key runs, and keeps the decision. */
    Eviction evict(RecordId id, OperatorDecision decision);

    /** Removes all settled records of a scope; running and unknown ones stay. Returns how many were removed. */
    int evictAll(Scope scope, OperatorDecision decision);

    /** The manual decisions about a scope's records, newest first; they outlive the records. */
    List<DecisionLogEntry> decisions(Scope scope, int limit);

    /**
     * Turns records whose lease has run out into unknown ones, except those that {@linkplain OnLapsedLease#TAKE_OVER the next
     * request takes over}.
     *
     * @param lookBack how long ago a lease may have run out at most
     * @param limit how many at most
     * @return how many records became unknown
     */
    int sweep(Duration lookBack, int limit);

    /**
     * Turns records into unknown ones whose run was lost with steps recorded, if no request has come to go on with it. Records of
     * runs that {@linkplain OnLapsedLease#TAKE_OVER are taken over} without steps stay.
     *
     * @param after how long ago its lease must have run out
     * @param lookBack how much longer ago than that at most
     * @param limit how many at most
     * @return how many records became unknown
     */
    int sweepAbandoned(Duration after, Duration lookBack, int limit);

    /**
     * Ends settled records that are past their retention, up to the limit, each together with its steps. A record that has a
     * step which somebody still has to do is kept. Returns how many.
     */
    int reap(Reaping reaping, int limit);

    /** Which unknown records. */
    enum Unresolved {
        /** Those that the reconcilers still work on. */
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
        /** It is running or its outcome is unknown: without it, its work could run twice. Resolve it first. */
        REFUSED
    }
}
