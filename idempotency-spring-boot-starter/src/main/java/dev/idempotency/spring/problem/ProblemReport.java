package dev.idempotency.spring.problem;

import dev.idempotency.core.action.DoneAction;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One occurrence of a problem. Holds nothing of a key, a stored body or another caller.
 *
 * @param detail a more exact sentence than the problem's own
 * @param retryAfter when it makes sense to ask again
 * @param originalStatus the status of the first answer, where that answer was not kept
 * @param done what was done under another key: its reference and time are told
 */
public record ProblemReport(
        Problem problem,
        @Nullable String detail,
        @Nullable Duration retryAfter,
        @Nullable Integer originalStatus,
        @Nullable DoneAction done) {

    public ProblemReport {
        Objects.requireNonNull(problem, "problem");
    }

    public static ProblemReport of(Problem problem) {
        return new ProblemReport(problem, null, null, null, null);
    }

    public static ProblemReport of(Problem problem, String detail) {
        return new ProblemReport(problem, detail, null, null, null);
    }

    public static ProblemReport of(Problem problem, Duration retryAfter) {
        return new ProblemReport(problem, null, retryAfter, null, null);
    }

    /** The first answer had this status and was not kept. */
    public static ProblemReport responseUnavailable(int originalStatus) {
        return new ProblemReport(Problem.RESPONSE_UNAVAILABLE, null, null, originalStatus, null);
    }

    /** The action was done under another key. */
    public static ProblemReport actionDone(DoneAction done) {
        return new ProblemReport(Problem.ACTION_DONE, null, null, null, done);
    }
}
