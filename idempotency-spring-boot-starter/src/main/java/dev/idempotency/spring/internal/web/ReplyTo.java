package dev.idempotency.spring.internal.web;

import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.spring.problem.Problem;
import dev.idempotency.spring.problem.ProblemReport;
import dev.idempotency.spring.web.RequestOutcome;
import jakarta.servlet.http.HttpServletRequest;

/**
 * What each case of a reservation means to the caller of a request.
 *
 * @param request whose caller is to be answered
 */
record ReplyTo(HttpServletRequest request) implements Reservation.Cases<Reply> {

    private static final int FIRST_STATUS = 100;
    private static final int LAST_STATUS = 599;

    @Override
    public Reply granted(Reservation.Granted granted) {
        throw new IllegalStateException("A request that may run is not answered from the record");
    }

    /** A reconciler, or another trigger under the same key, may have recorded a code that HTTP does not have. */
    @Override
    public Reply replay(Reservation.Replay replay) {
        RecordedAnswer answer = replay.response();
        if (!CallerMark.mayBeGiven(answer, request)) {
            return Reply.forbidden();
        }
        return isStatus(answer.code())
                ? new Reply.Replayed(CallerMark.without(answer), replay.expiresAt())
                : unavailable(answer.code());
    }

    @Override
    public Reply responseUnavailable(Reservation.ResponseUnavailable unavailable) {
        return unavailable(unavailable.code());
    }

    @Override
    public Reply inProgress(Reservation.InProgress inProgress) {
        return new Reply.Refusal(
                RequestOutcome.IN_PROGRESS,
                ProblemReport.of(Problem.IN_PROGRESS, Reply.wholeSeconds(inProgress.leaseLeft())));
    }

    @Override
    public Reply reused(Reservation.Reused reused) {
        return new Reply.Refusal(RequestOutcome.REUSED, ProblemReport.of(Problem.KEY_REUSED));
    }

    @Override
    public Reply outcomeUnknown(Reservation.OutcomeUnknown unknown) {
        return new Reply.Refusal(
                RequestOutcome.OUTCOME_UNKNOWN,
                ProblemReport.of(Problem.OUTCOME_UNKNOWN, Reply.wholeSeconds(unknown.retryAfter())));
    }

    @Override
    public Reply entityLocked(Reservation.EntityLocked locked) {
        return new Reply.Refusal(
                RequestOutcome.ENTITY_LOCKED,
                ProblemReport.of(Problem.ENTITY_LOCKED, Reply.wholeSeconds(locked.retryAfter())));
    }

    private static Reply unavailable(int code) {
        return new Reply.Refusal(RequestOutcome.RESPONSE_UNAVAILABLE, ProblemReport.responseUnavailable(code));
    }

    private static boolean isStatus(int code) {
        return code >= FIRST_STATUS && code <= LAST_STATUS;
    }
}
