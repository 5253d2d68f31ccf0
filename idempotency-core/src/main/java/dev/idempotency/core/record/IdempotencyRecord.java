package dev.idempotency.core.record;

import dev.idempotency.core.fingerprint.Fingerprint;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a store knows about one request. Immutable: each change of state makes a new record, or throws if {@link
 * State#canBecome} forbids it.
 *
 * @param id scope and key
 * @param operation the name of what was asked for, such as a method and route; for reconciliation and for operators
 * @param fingerprint tells whether another request with the same key is the same request
 * @param state the state of the record
 * @param hold who runs it or ran it last
 * @param response the answer, if completed
 * @param lastError a short code of why the last run failed or why its outcome is unknown
 * @param reconciliation present exactly when the outcome is unknown
 * @param lifetime when it was made, finished and expires
 */
public record IdempotencyRecord(
        RecordId id,
        String operation,
        Fingerprint fingerprint,
        State state,
        RunHolder hold,
        @Nullable RecordedAnswer response,
        @Nullable String lastError,
        @Nullable ReconcileSchedule reconciliation,
        Lifetime lifetime) {

    public IdempotencyRecord {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(fingerprint, "fingerprint");
        Objects.requireNonNull(hold, "hold");
        Objects.requireNonNull(lifetime, "lifetime");
        if ((state == State.COMPLETED) != (response != null)) {
            throw new IllegalArgumentException(
                    "A record has a response exactly when it is completed, not when " + state);
        }
        if ((state == State.UNKNOWN) != (reconciliation != null)) {
            throw new IllegalArgumentException(
                    "A record awaits reconciliation exactly when its outcome is unknown, not when " + state);
        }
    }

    /** A first reservation. */
    public static IdempotencyRecord reserved(
            RecordId id, String operation, Fingerprint fingerprint, RunHolder hold, Lifetime lifetime) {
        return new IdempotencyRecord(id, operation, fingerprint, State.IN_PROGRESS, hold, null, null, null, lifetime);
    }

    /**
     * Another run of the same record: the last one failed without effect, the record has expired, or its holder was
     * lost and is taken over. A larger token fences the earlier holder out.
     */
    public IdempotencyRecord reservedAgain(
            String operation, Fingerprint fingerprint, RunHolder hold, Lifetime lifetime) {
        requireChange(isExpired(lifetime.createdAt()) ? State.EXPIRED : state, State.IN_PROGRESS);
        if (hold.token() <= this.hold.token()) {
            throw new IllegalArgumentException("Token " + hold.token() + " does not follow " + this.hold.token());
        }
        return reserved(id, operation, fingerprint, hold, lifetime);
    }

    /** The holder has renewed its lease. */
    public IdempotencyRecord renewed(Instant until) {
        if (state != State.IN_PROGRESS) {
            throw new IllegalStateException("A lease cannot be renewed when " + state);
        }
        RunHolder longer = new RunHolder(hold.token(), hold.owner(), until, hold.mayBeTakenOver());
        return new IdempotencyRecord(id, operation, fingerprint, state, longer, null, null, null, lifetime);
    }

    /** Finished, with the answer that every retry gets. */
    public IdempotencyRecord completed(RecordedAnswer answer, Lifetime finished) {
        requireChange(state, State.COMPLETED);
        Objects.requireNonNull(answer, "answer");
        return new IdempotencyRecord(
                id, operation, fingerprint, State.COMPLETED, hold, answer, lastError, null, finished);
    }

    /** The same record, its answer in another form. */
    public IdempotencyRecord withResponse(RecordedAnswer answer) {
        return new IdempotencyRecord(
                id, operation, fingerprint, state, hold, answer, lastError, reconciliation, lifetime);
    }

    /** The run certainly had no effect: the next request with this key runs. */
    public IdempotencyRecord failed(String error, Lifetime finished) {
        requireChange(state, State.FAILED_RETRYABLE);
        return new IdempotencyRecord(
                id, operation, fingerprint, State.FAILED_RETRYABLE, hold, null, error, null, finished);
    }

    /**
     * The run is lost, and ended because another one needs its entity: the next request with this key runs. A larger token fences the
     * holder out.
     */
    public IdempotencyRecord abandoned(long token, Lifetime finished) {
        IdempotencyRecord failed = failed("abandoned", finished);
        RunHolder nobody = new RunHolder(token, hold.owner(), hold.until(), hold.mayBeTakenOver());
        return new IdempotencyRecord(
                id, operation, fingerprint, failed.state, nobody, null, failed.lastError, null, finished);
    }

    /** The run may have had its effect or not. */
    public IdempotencyRecord outcomeUnknown(String error, Instant reconcileAt) {
        requireChange(state, State.UNKNOWN);
        ReconcileSchedule first = ReconcileSchedule.dueAt(reconcileAt);
        return new IdempotencyRecord(id, operation, fingerprint, State.UNKNOWN, hold, null, error, first, lifetime);
    }

    /** An attempt at reconciliation found nothing out. */
    public IdempotencyRecord stillUnknown(@Nullable Instant next) {
        if (reconciliation == null) {
            throw new IllegalStateException("Nothing is unknown when " + state);
        }
        return askedAfterAgain(new ReconcileSchedule(reconciliation.attempts() + 1, next));
    }

    /** Still unknown, but with another time for the next attempt at reconciliation. */
    public IdempotencyRecord askedAfterAgain(ReconcileSchedule due) {
        if (reconciliation == null) {
            throw new IllegalStateException("Nothing is unknown when " + state);
        }
        return new IdempotencyRecord(id, operation, fingerprint, state, hold, null, lastError, due, lifetime);
    }

    /** Past its retention. The answer is removed. */
    public IdempotencyRecord expired() {
        if (state == State.EXPIRED) {
            return this;
        }
        requireChange(state, State.EXPIRED);
        return new IdempotencyRecord(id, operation, fingerprint, State.EXPIRED, hold, null, lastError, null, lifetime);
    }

    /** Whether the record counts as absent: it is settled and past its retention, even if it is still stored. */
    public boolean isExpired(Instant now) {
        return state.isSettled() && !now.isBefore(lifetime.expiresAt());
    }

    /** Whether the lease has run out although the run has not recorded how it ended. */
    public boolean isLapsed(Instant now) {
        return state == State.IN_PROGRESS && !now.isBefore(hold.until());
    }

    /** Whether the lease was given for this run of the record, and not for an earlier one. */
    public boolean isHeldBy(Lease lease) {
        return state == State.IN_PROGRESS && hold.token() == lease.token();
    }

    /** Whether the run of this lease recorded this end itself, and no reconciler or operator decided in its place. */
    public boolean endedBy(Lease lease, State end) {
        return state == end && hold.token() == lease.token() && lifetime.decidedAt() == null;
    }

    private static void requireChange(State from, State to) {
        if (!from.canBecome(to)) {
            throw new IllegalStateException("A record cannot go from " + from + " to " + to);
        }
    }

    /** Shows no key, caller or answer, because they may be confidential. */
    @Override
    public String toString() {
        return "IdempotencyRecord[" + id + ", " + operation + ", " + state + ", token " + hold.token() + "]";
    }
}
