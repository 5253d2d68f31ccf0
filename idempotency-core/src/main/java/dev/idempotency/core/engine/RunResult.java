package dev.idempotency.core.engine;

import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.Reservation;
import java.time.Instant;
import java.util.Optional;

/** What the caller of a finished run may be given. */
public sealed interface RunResult {

    /** Calls the method that fits. */
    <R> R match(Cases<R> cases);

    /** What to do in each case. */
    interface Cases<R> {

        R fresh(Fresh fresh);

        R recorded(Recorded recorded);

        R withheld(Withheld withheld);
    }

    /**
     * The work was done just now, and this is its answer.
     *
     * @param keptUntil until when retries get the same answer; empty if the answer was not kept, because it asks for a
     *     retry or because the store failed after the work was done
     */
    record Fresh(RecordedAnswer answer, Optional<Instant> keptUntil) implements RunResult {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.fresh(this);
        }
    }

    /** The run ended too late to count: this is what the record says. Never a grant. */
    record Recorded(Reservation reservation) implements RunResult {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.recorded(this);
        }
    }

    /**
     * The run ended too late to count, or its work was undone, and the record cannot say more yet. The caller must not
     * give out the answer of the run and must ask again.
     */
    record Withheld() implements RunResult {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.withheld(this);
        }
    }
}
