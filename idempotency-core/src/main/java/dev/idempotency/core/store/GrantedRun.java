package dev.idempotency.core.store;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.step.RunSteps;
import java.time.Instant;

/**
 * A run that a store has granted, until the store knows how it ended. The store that grants a run makes this object, and keeps in
 * it whatever it needs to end the run: a lease, or an open transaction.
 *
 * <p>The holder ends the run by exactly one of {@link #complete}, {@link #fail} and {@link #markUnknown}. Each is one atomic
 * change that names the token and the owner of the {@linkplain #lease() lease}: it returns false, and has changed nothing, when
 * another run has the record by now, or when an operator or a reconciler has decided what became of this one. If it throws
 * {@link StoreException.AnswerLost}, the holder may call it once more; it then returns true if the first call had been
 * carried out.
 */
public interface GrantedRun {

    /** Names the run: record, token and owner. */
    Lease lease();

    /** Until when its answer will be kept. */
    Instant expiresAt();

    /** The work is done and counts; every retry gets this answer. */
    default boolean complete(RecordedAnswer answer) {
        return complete(answer, Work.KEPT);
    }

    /**
     * Every retry gets this answer.
     *
     * @param work what becomes of the work, where it is part of the store's own transaction; a store that works by leases cannot
     *     undo it
     */
    boolean complete(RecordedAnswer answer, Work work);

    /**
     * The work certainly had no effect; the next request may run.
     *
     * @param error a short code for operators, such as an exception's simple name; never text that came from a client
     */
    boolean fail(String error);

    /**
     * The work may have had its effect or not.
     *
     * @param error a short code for operators, such as an exception's simple name; never text that came from a client
     */
    boolean markUnknown(String error);

    /**
     * Adds the body to an answer that was recorded without one. Only a store whose completion could not wait for the body
     * does so; any other leaves the answer as it was recorded.
     *
     * @return false, having changed nothing, unless this run recorded the answer, and without a body
     */
    default boolean supplement(RecordedAnswer answer) {
        return false;
    }

    /**
     * The steps of this run and of those that it goes on from.
     *
     * @throws UnsupportedOperationException if the store keeps no steps for a run of this kind
     */
    default RunSteps steps() {
        throw new UnsupportedOperationException("This store keeps no steps of runs");
    }

    /** What becomes of the work, where it can still be undone when its answer is recorded. */
    enum Work {
        /** The answer says that the work was done: without it, the answer must not be recorded. */
        KEPT,
        /** The answer is a refusal: if the work was rolled back already, the answer is recorded by itself. */
        KEPT_UNLESS_ROLLED_BACK,
        /** The work is undone and the answer recorded by itself, in one step: no other run is granted in between. */
        UNDONE
    }
}
