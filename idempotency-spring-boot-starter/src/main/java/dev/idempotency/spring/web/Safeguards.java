package dev.idempotency.spring.web;

import dev.idempotency.core.limit.KeyQuota;
import dev.idempotency.core.protect.RecordNaming;
import dev.idempotency.spring.endpoint.Endpoint;
import dev.idempotency.spring.problem.Problem;
import dev.idempotency.spring.problem.ProblemReport;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;

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

    public Safeguards {
        authorizers = List.copyOf(authorizers);
    }

    /** The reply, or a refusal in its place if it is a replay that the caller may not have. */
    Reply authorized(Reply reply, HttpServletRequest request, Endpoint endpoint) {
        boolean allowed = !(reply instanceof Reply.Again again)
                || authorizers.stream().allMatch(each -> each.mayReplay(request, endpoint, again.response()));
        return allowed
                ? reply
                : new Reply.Refusal(RequestOutcome.REPLAY_FORBIDDEN, ProblemReport.of(Problem.REPLAY_FORBIDDEN));
    }
}
