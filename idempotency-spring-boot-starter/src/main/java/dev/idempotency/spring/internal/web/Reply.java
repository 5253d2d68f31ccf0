package dev.idempotency.spring.internal.web;

import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.spring.internal.web.response.Replay;
import dev.idempotency.spring.problem.Problem;
import dev.idempotency.spring.problem.ProblemRenderer;
import dev.idempotency.spring.problem.ProblemReport;
import dev.idempotency.spring.web.RequestOutcome;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An answer that is not the handler's own. */
sealed interface Reply {

    RequestOutcome outcome();

    /** The stored answer that it tells of; of one that cannot be replayed only the status. */
    Optional<RecordedAnswer> tellsOf();

    void write(ProblemRenderer problems, HttpServletRequest request, HttpServletResponse response) throws IOException;

    /** The first one's answer again. */
    record Replayed(RecordedAnswer answer, Instant expiresAt) implements Reply {

        @Override
        public RequestOutcome outcome() {
            return RequestOutcome.REPLAYED;
        }

        @Override
        public Optional<RecordedAnswer> tellsOf() {
            return Optional.of(answer);
        }

        @Override
        public void write(ProblemRenderer problems, HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.setHeader(ReplyWriter.REPLAYED, "true");
            response.setDateHeader(ReplyWriter.EXPIRES, expiresAt.toEpochMilli());
            Replay.write(answer, response);
        }
    }

    /** A problem. */
    record Refusal(RequestOutcome outcome, ProblemReport report) implements Reply {

        @Override
        public Optional<RecordedAnswer> tellsOf() {
            return Optional.ofNullable(report.originalStatus())
                    .map(status -> RecordedAnswer.withoutBody(status, List.of()));
        }

        @Override
        public void write(ProblemRenderer problems, HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            problems.render(report, request, response);
        }
    }

    /** What the record says to the caller of this request. */
    static Reply to(Reservation reservation, HttpServletRequest request) {
        return reservation.match(new ReplyTo(request));
    }

    /** The caller may not get the stored answer. */
    static Reply forbidden() {
        return new Refusal(RequestOutcome.REPLAY_FORBIDDEN, ProblemReport.of(Problem.REPLAY_FORBIDDEN));
    }

    /** The run does not count, or may not count. */
    static Reply withheld(String detail, Duration retryAfter) {
        return new Refusal(
                RequestOutcome.WITHHELD,
                new ProblemReport(Problem.STORE_UNAVAILABLE, detail, wholeSeconds(retryAfter), null, null));
    }

    /** Rounded down, so as not to be more than what is left, but at least one: HTTP has no shorter time to say. */
    static Duration wholeSeconds(Duration duration) {
        return Duration.ofSeconds(Math.max(1, duration.toSeconds()));
    }
}
