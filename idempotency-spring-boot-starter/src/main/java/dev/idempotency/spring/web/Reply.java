package dev.idempotency.spring.web;

import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.spring.problem.Problem;
import dev.idempotency.spring.problem.ProblemReport;
import java.time.Duration;
import java.time.Instant;

/** An answer that is not the handler's own. */
sealed interface Reply {

    RequestOutcome outcome();

    /** The first one's answer again. */
    record Again(RecordedAnswer response, Instant expiresAt) implements Reply {

        @Override
        public RequestOutcome outcome() {
            return RequestOutcome.REPLAYED;
        }
    }

    /** A problem. */
    record Refusal(RequestOutcome outcome, ProblemReport report) implements Reply {}

    /** What the record says. Every case is named, so that a new one does not compile. */
    static Reply to(Reservation reservation) {
        return reservation.match(new Reservation.Cases<>() {

            @Override
            public Reply granted(Reservation.Granted granted) {
                throw new IllegalStateException("A request that may run is not answered from the record");
            }

            @Override
            public Reply replay(Reservation.Replay replay) {
                return new Again(replay.response(), replay.expiresAt());
            }

            @Override
            public Reply responseUnavailable(Reservation.ResponseUnavailable unavailable) {
                return new Refusal(
                        RequestOutcome.RESPONSE_UNAVAILABLE, ProblemReport.responseUnavailable(unavailable.code()));
            }

            @Override
            public Reply inProgress(Reservation.InProgress inProgress) {
                return new Refusal(
                        RequestOutcome.IN_PROGRESS,
                        ProblemReport.of(Problem.IN_PROGRESS, wholeSeconds(inProgress.leaseLeft())));
            }

            @Override
            public Reply reused(Reservation.Reused reused) {
                return new Refusal(RequestOutcome.REUSED, ProblemReport.of(Problem.KEY_REUSED));
            }

            @Override
            public Reply outcomeUnknown(Reservation.OutcomeUnknown unknown) {
                return new Refusal(
                        RequestOutcome.OUTCOME_UNKNOWN,
                        ProblemReport.of(Problem.OUTCOME_UNKNOWN, wholeSeconds(unknown.retryAfter())));
            }
        });
    }

    /** The run does not count, or nobody knows whether it does. */
    static Reply withheld(String detail, Duration retryAfter) {
        return new Refusal(
                RequestOutcome.WITHHELD,
                new ProblemReport(Problem.STORE_UNAVAILABLE, detail, wholeSeconds(retryAfter), null));
    }

    /** Rounded down, so as not to be more than what is left, but at least one: HTTP knows nothing shorter. */
    private static Duration wholeSeconds(Duration duration) {
        return Duration.ofSeconds(Math.max(1, duration.toSeconds()));
    }
}
