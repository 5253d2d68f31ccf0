package dev.idempotency.core.store;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedResponse;
import java.time.Duration;
import java.time.Instant;

/** What a request with a key may do: run, or be answered without running. */
public sealed interface Reservation {

    /** Calls the method that fits. Nobody can forget a case. */
    <R> R match(Cases<R> cases);

    /** What to do in each case. */
    interface Cases<R> {

        R granted(Granted granted);

        R replay(Replay replay);

        R responseUnavailable(ResponseUnavailable unavailable);

        R inProgress(InProgress inProgress);

        R reused(Reused reused);

        R outcomeUnknown(OutcomeUnknown unknown);
    }

    /**
     * Run. Nobody else does, as long as the lease lasts.
     *
     * @param expiresAt until when the answer will be kept
     * @param start why it may run
     */
    record Granted(Lease lease, Instant expiresAt, Start start) implements Reservation {

        /** A first run. */
        public Granted(Lease lease, Instant expiresAt) {
            this(lease, expiresAt, Start.FIRST);
        }

        /** The same, after a run that this record tells of. */
        public Granted after(IdempotencyRecord former, Instant now) {
            return new Granted(lease, expiresAt, Start.after(former, now));
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.granted(this);
        }
    }

    /** Why a request may run. For metrics; an attempt that had to ask twice for its own grant may be told that it is the first. */
    enum Start {
        /** Nothing is known of an earlier run, or nothing that still counts. */
        FIRST,
        /** The run before it certainly had no effect. */
        AFTER_FAILURE,
        /** The run before it was lost, and the endpoint takes that over. */
        AFTER_LOSS;

        /**
         * What a run is that takes over a record.
         *
         * @param former the record as it was before
         */
        public static Start after(IdempotencyRecord former, Instant now) {
            if (former.isExpired(now)) {
                return FIRST;
            }
            return switch (former.state()) {
                case FAILED_RETRYABLE -> AFTER_FAILURE;
                case IN_PROGRESS -> AFTER_LOSS;
                case COMPLETED, UNKNOWN, EXPIRED -> FIRST;
            };
        }
    }

    /** The first attempt has finished: this is its answer. */
    record Replay(RecordedResponse response, Instant expiresAt) implements Reservation {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.replay(this);
        }
    }

    /** The first attempt has finished with this status; its answer was not kept, or is in a form only a newer version can read. */
    record ResponseUnavailable(int status, Instant expiresAt) implements Reservation {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.responseUnavailable(this);
        }
    }

    /**
     * The first attempt still runs.
     *
     * @param leaseLeft after this time more will be known; never negative
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
     * Nobody knows yet whether the first attempt had its effect.
     *
     * @param retryAfter when somebody will next try to find out; never negative
     * @param lapsedNow whether it was this request that noticed that the first attempt was lost. For metrics
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
}
