package dev.idempotency.core.store;

import java.util.Optional;

/**
 * Grants runs, in one of two ways. A <em>lease</em> store commits the reservation before the work starts and the
 * outcome in a second step; between the two the record is visible as running. A <em>transactional</em> store opens a
 * transaction in {@link #reserve}, lets the work join it, and writes the completed record and commits when the {@link
 * GrantedRun} is completed; if that fails or its outcome is unknown, it rolls back and leaves nothing, so that the next
 * request runs.
 *
 * <p>Every method, here and of a run, may throw {@link StoreException}.
 */
public interface Reservations {

    /**
     * Reserves the key for this request, or says what became of an earlier one. Of any number of simultaneous calls for
     * one record, exactly one is granted.
     */
    Reservation reserve(ReservationRequest request);

    /**
     * Says what {@link #reserve} would answer, without reserving, writing or locking anything. Empty if {@code reserve}
     * would have to write: a reservation, or the end of a lease that has run out. Never a grant.
     */
    Optional<Reservation> look(ReservationRequest request);
}
