package dev.idempotency.core.store;

import dev.idempotency.core.record.RecordedAnswer;
import java.time.Duration;
import java.time.Instant;

/** What a request with a key may do: run, or be answered without running. */
public sealed interface Reservation {

    /** Calls the method that fits. */
    <R> R match(Cases<R> cases);

    /** What to do in each case. */
    interface Cases<R> {

        R granted(Granted granted);

        R replay(Replay replay);

        R responseUnavailable(ResponseUnavailable unavailable);

        R inProgress(InProgress inProgress);

        R reused(Reused reused);

        R outcomeUnknown(OutcomeUnknown unknown);

        R entityLocked(EntityLocked locked);
    }

    /**
     * Run. No other run is granted for the key as long as the lease lasts.
     *
     * @param run the caller must end it
     * @param reason why it may run
     */
    record Granted(GrantedRun run, GrantReason reason) implements Reservation {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.granted(this);
        }
    }

    /** The first attempt has finished: this is its answer. */
    record Replay(RecordedAnswer response, Instant expiresAt) implements Reservation {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.replay(this);
        }
    }

    /** The first attempt has finished with an answer of this code; the answer was not kept, or is in a form only a newer version can read. */
    record ResponseUnavailable(int code, Instant expiresAt) implements Reservation {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.responseUnavailable(this);
        }
    }

    /**
     * The first attempt still runs.
     *
     * @param leaseLeft how long the lease still lasts; never negative
     */
    record InProgress(Duration leaseLeft) implements Reservation {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.inProgress(this);
        }
    }

    /** The key belongs to another request, finished or still running. */
    record Reused() implements Reservation {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.reused(this);
        }
    }

    /**
     * It is not known yet whether the first attempt had its effect.
     *
     * @param retryAfter the time until the next attempt at reconciliation; never negative
     * @param lapsedNow whether this request was the one that noticed the lost lease of the first attempt; for metrics
     */
    record OutcomeUnknown(Duration retryAfter, boolean lapsedNow) implements Reservation {

        /** It was known before. */
        public OutcomeUnknown(Duration retryAfter) {
            this(retryAfter, false);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.outcomeUnknown(this);
        }
    }

    /**
     * Another request for the same entity runs, or it is not known whether it had its effect.
     *
     * @param retryAfter for how long the entity stays locked at least, as far as is known; never negative
     * @param lapsedNow whether this request was the one that noticed the lost lease of the holder; for metrics
     */
    record EntityLocked(Duration retryAfter, boolean lapsedNow) implements Reservation {

        /** The holder's lease was not lost, or that was known before. */
        public EntityLocked(Duration retryAfter) {
            this(retryAfter, false);
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.entityLocked(this);
        }
    }
}
