package dev.idempotency.core.engine;

import dev.idempotency.core.store.GrantReason;
import dev.idempotency.core.store.Reservation;

/** What became of a request for a run. */
public sealed interface Beginning {

    /** Calls the method that fits. */
    <R> R match(Cases<R> cases);

    /** What to do in each case. */
    interface Cases<R> {

        R begun(Begun begun);

        R answered(Answered answered);
    }

    /**
     * The run has begun: the caller does the work, and must end the run.
     *
     * @param reason why it may run
     */
    record Begun(Run run, GrantReason reason) implements Beginning {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.begun(this);
        }
    }

    /**
     * Nothing runs; the record answers.
     *
     * @param reservation never a grant
     */
    record Answered(Reservation reservation) implements Beginning {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.answered(this);
        }
    }
}
