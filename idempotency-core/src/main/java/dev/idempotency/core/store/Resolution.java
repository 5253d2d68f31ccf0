package dev.idempotency.core.store;

import dev.idempotency.core.record.RecordedAnswer;
import java.time.Duration;
import java.util.Optional;

/** What a reconciler or an operator found out about a run whose outcome was unknown. */
public sealed interface Resolution {

    /** Calls the method that fits. */
    <R> R match(Cases<R> cases);

    /** What to do in each case. */
    interface Cases<R> {

        R completed(Completed completed);

        R notExecuted(NotExecuted notExecuted);

        R stillUnknown(StillUnknown stillUnknown);

        R requeued(Requeued requeued);
    }

    /**
     * It had its effect. Every retry gets this answer.
     *
     * @param retention for how long at least the answer is kept, from now
     */
    record Completed(RecordedAnswer response, Duration retention) implements Resolution {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.completed(this);
        }
    }

    /**
     * It certainly had no effect. The next request with the key runs.
     *
     * @param retention for how long at least the record is kept, from now
     */
    record NotExecuted(Duration retention) implements Resolution {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.notExecuted(this);
        }
    }

    /**
     * The outcome could not be found out.
     *
     * @param askAgainAfter when to try again; empty to leave it to an operator
     */
    record StillUnknown(Optional<Duration> askAgainAfter) implements Resolution {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.stillUnknown(this);
        }
    }

    /** The reconcilers begin again: with the first attempt, at once. */
    record Requeued() implements Resolution {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.requeued(this);
        }
    }
}
