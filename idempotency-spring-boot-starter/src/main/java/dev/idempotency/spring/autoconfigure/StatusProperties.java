package dev.idempotency.spring.autoconfigure;

import dev.idempotency.spring.problem.Problem;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Statuses that problems are answered with, where the flavor's are not wanted.
 *
 * @param missing Status where a key is required and there is none.
 * @param invalid Status for a key that is malformed, empty, too long or sent several times.
 * @param callerUnknown Status for a caller who is nobody, where that is refused.
 * @param requestTooLarge Status for a body above the limit.
 * @param reused Status for a key that was used with another request.
 * @param inProgress Status while the first request with the key still runs.
 * @param outcomeUnknown Status while it is not known whether the first request took effect.
 * @param notExecuted Status where the handler said that nothing has happened, and nobody else answered.
 * @param responseUnavailable Status where the first response was not kept or cannot be read.
 * @param replayForbidden Status where a caller may not have the first response any more.
 * @param storeUnavailable Status where the store cannot be reached.
 * @param quotaExceeded Status where too many keys are in use.
 */
public record StatusProperties(
        @Nullable Integer missing,
        @Nullable Integer invalid,
        @Nullable Integer callerUnknown,
        @Nullable Integer requestTooLarge,
        @Nullable Integer reused,
        @Nullable Integer inProgress,
        @Nullable Integer outcomeUnknown,
        @Nullable Integer notExecuted,
        @Nullable Integer responseUnavailable,
        @Nullable Integer replayForbidden,
        @Nullable Integer storeUnavailable,
        @Nullable Integer quotaExceeded) {

    private static final int ACCEPTED = 202;

    /** Checks all of them. */
    public StatusProperties {
        for (@Nullable Integer status : new @Nullable Integer[] {
            missing,
            invalid,
            callerUnknown,
            requestTooLarge,
            reused,
            outcomeUnknown,
            notExecuted,
            responseUnavailable,
            replayForbidden,
            storeUnavailable,
            quotaExceeded
        }) {
            Checks.require(isError(status), "status.* is 400 to 599, not " + status);
        }
        Checks.require(
                isError(inProgress) || Integer.valueOf(ACCEPTED).equals(inProgress),
                "status.in-progress is 202 or 400 to 599, not " + inProgress);
    }

    private static boolean isError(@Nullable Integer status) {
        return status == null || (status >= 400 && status <= 599);
    }

    /** The flavor's, with these in place of some of them. */
    Map<Problem, Integer> over(Flavor flavor) {
        Map<Problem, Integer> statuses = new EnumMap<>(Problem.class);
        statuses.putAll(flavor.statuses());
        Map<Problem, @Nullable Integer> own = new EnumMap<>(Problem.class);
        own.put(Problem.KEY_MISSING, missing);
        own.put(Problem.KEY_INVALID, invalid);
        own.put(Problem.CALLER_UNKNOWN, callerUnknown);
        own.put(Problem.REQUEST_TOO_LARGE, requestTooLarge);
        own.put(Problem.KEY_REUSED, reused);
        own.put(Problem.IN_PROGRESS, inProgress);
        own.put(Problem.OUTCOME_UNKNOWN, outcomeUnknown);
        own.put(Problem.NOT_EXECUTED, notExecuted);
        own.put(Problem.RESPONSE_UNAVAILABLE, responseUnavailable);
        own.put(Problem.REPLAY_FORBIDDEN, replayForbidden);
        own.put(Problem.STORE_UNAVAILABLE, storeUnavailable);
        own.put(Problem.QUOTA_EXCEEDED, quotaExceeded);
        own.forEach((problem, status) -> {
            if (status != null) {
                statuses.put(problem, status);
            }
        });
        return statuses;
    }
}
