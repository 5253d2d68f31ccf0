package dev.idempotency.core.store;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedResponse;
import java.util.Optional;

/**
 * What one request needs of a store: the right to run, and to say how it ended.
 *
 * <p>There are two ways to keep this contract. A <em>lease</em> store commits the reservation before the work starts and the
 * outcome in a second step; between the two the record is visible as running. A <em>transactional</em> store opens a
 * transaction in {@link #reserve}, lets the work join it, and writes the completed record and commits in {@link #complete};
 * for it, {@link #fail} and {@link #markUnknown} roll back and leave nothing, so that the next request runs. Whoever holds a
 * lease must end it by exactly one of the three.
 *
 * <p>Every method may throw {@link StoreException}. Each of the three endings is one atomic change that names the lease's
 * token: it returns false, and has changed nothing, when the lease has been lost to somebody else, be it a later run or
 * whoever decided what became of this one. Called again with the same lease after {@link StoreException.AnswerLost}, it
 * returns true if the first call had come through.
 */
public interface Reservations {

    /**
     * Reserves the key for this request, or tells what became of an earlier one. Of any number of simultaneous calls for one
     * record exactly one is granted.
     */
    Reservation reserve(ReservationRequest request);

    /**
     * Tells what {@link #reserve} would answer, without reserving, writing or locking anything; empty when it would have to
     * write, be it a reservation or the end of a lease that has run out.
     */
    Optional<Reservation> look(ReservationRequest request);

    /** The work is done; every retry gets this answer. */
    boolean complete(Lease lease, RecordedResponse response);

    /**
     * The work is not to count, but every retry gets this answer. Where it was part of a transaction, that is undone and the answer
     * recorded in one step: nobody else is granted a run in between. Elsewhere what was done stays done.
     */
    default boolean completeWithoutWork(Lease lease, RecordedResponse response) {
        return complete(lease, response);
    }

    /**
     * The work certainly had no effect; the next request may run.
     *
     * @param error a short code for operators, such as an exception's simple name; never text that came from a client
     */
    boolean fail(Lease lease, String error);

    /**
     * The work may have had its effect or not.
     *
     * @param error a short code for operators, such as an exception's simple name; never text that came from a client
     */
    boolean markUnknown(Lease lease, String error);

    /**
     * Adds what was not there yet when the run under this lease was completed without a body. Only a store whose completion could
     * not wait for it does so; elsewhere the answer stays as it was recorded.
     *
     * @return false, having changed nothing, unless the answer was recorded under this lease and without a body
     */
    default boolean supplement(Lease lease, RecordedResponse response) {
        return false;
    }
}
