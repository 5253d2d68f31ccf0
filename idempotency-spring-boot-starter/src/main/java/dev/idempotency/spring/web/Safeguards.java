package dev.idempotency.spring.web;

import dev.idempotency.core.limit.KeyQuota;
import dev.idempotency.core.protect.RecordNaming;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.spring.endpoint.Endpoint;
import dev.idempotency.spring.problem.Problem;
import dev.idempotency.spring.problem.ProblemReport;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What stands between callers and records.
 *
 * @param naming under which name a record is kept
 * @param quota how many keys a caller may take
 * @param authorizers asked before a replay; all must agree
 */
public record Safeguards(RecordNaming naming, KeyQuota quota, List<ReplayAuthorizer> authorizers) {

    /** Keys as they are, as many as a caller likes, and replays for whoever got this far. */
    public static final Safeguards NONE = new Safeguards(RecordNaming.PLAIN, KeyQuota.NONE, List.of());

    private static final Logger log = LoggerFactory.getLogger(Safeguards.class);

    public Safeguards {
        authorizers = List.copyOf(authorizers);
    }

    /** The reply, or a refusal in its place if it tells of an answer that the caller may not have. */
    Reply authorized(Reply reply, HttpServletRequest request, Endpoint endpoint) {
        boolean allowed = toldBy(reply)
                .map(answer -> authorizers.stream().allMatch(each -> each.mayReplay(request, endpoint, answer)))
                .orElse(true);
        return allowed ? reply : forbidden();
    }

    /** The same after a run, where nobody is left who could answer what an authorizer throws. */
    Reply authorizedAfterRun(Reply reply, HttpServletRequest request, Endpoint endpoint) {
        try {
            return authorized(reply, request, endpoint);
        } catch (RuntimeException refusal) {
            log.debug("The answer of another run of {} is not given", endpoint.operation(), refusal);
            return forbidden();
        }
    }

    private static Reply forbidden() {
        return new Reply.Refusal(RequestOutcome.REPLAY_FORBIDDEN, ProblemReport.of(Problem.REPLAY_FORBIDDEN));
    }

    /** The stored answer; of one that cannot be replayed its status, which the reply tells. */
    private static Optional<RecordedAnswer> toldBy(Reply reply) {
        if (reply instanceof Reply.Again again) {
            return Optional.of(again.response());
        }
        return reply instanceof Reply.Refusal refusal
                ? Optional.ofNullable(refusal.report().originalStatus())
                        .map(status -> RecordedAnswer.withoutBody(status, List.of()))
                : Optional.empty();
    }
}
