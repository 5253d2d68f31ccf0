package dev.idempotency.core.engine;

import dev.idempotency.core.record.RecordedResponse;
import dev.idempotency.core.store.Reservation;
import java.time.Instant;
import java.util.Optional;

/** What the caller of a request is given. */
public sealed interface Answer {

    /**
     * The work was done just now, and this is its answer.
     *
     * @param keptUntil until when retries get the same answer; empty when it was not kept: because it asks for a retry, or
     *     because the store failed after the work was done
     */
    record Own(RecordedResponse response, Optional<Instant> keptUntil) implements Answer {}

    /** The work was not done here, or was done here too late to count: this is what the record says. Never a grant. */
    record FromRecord(Reservation reservation) implements Answer {}

    /** The work was done here too late to count, or was undone, and nothing else is known yet: the caller must ask again. */
    record LeaseLost() implements Answer {}
}
