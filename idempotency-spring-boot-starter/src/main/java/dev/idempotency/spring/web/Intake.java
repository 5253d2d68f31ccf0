package dev.idempotency.spring.web;

import dev.idempotency.core.downstream.DownstreamKeys;
import dev.idempotency.core.engine.RunRequest;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.key.KeyParser;
import dev.idempotency.core.key.KeyParsing;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.spring.endpoint.Endpoint;
import dev.idempotency.spring.problem.Problem;
import dev.idempotency.spring.problem.ProblemReport;
import dev.idempotency.spring.scope.ScopeResolver;
import dev.idempotency.spring.web.request.BodyTooLargeException;
import dev.idempotency.spring.web.request.BufferedBody;
import dev.idempotency.spring.web.request.RepeatableRequest;
import dev.idempotency.spring.web.request.RequestContents;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;

/**
 * Steps 1 to 3 of a request's way: key, scope, fingerprint. In this order, so that a request is refused by its headers before
 * its body is asked for: a client that waits for {@code 100 Continue} need not send it.
 */
final class Intake {

    private final KeyParser keys;
    private final ScopeResolver scopes;
    private final Safeguards safeguards;
    private final FilterSettings settings;

    Intake(KeyParser keys, ScopeResolver scopes, Safeguards safeguards, FilterSettings settings) {
        this.keys = keys;
        this.scopes = scopes;
        this.safeguards = safeguards;
        this.settings = settings;
    }

    /** What a request is found to be. */
    sealed interface Taken {

        /** It can be reserved; its body has been read. */
        record Ready(RepeatableRequest request, RunRequest run) implements Taken {

            DownstreamKeys downstreamKeys() {
                return new DownstreamKeys(run.id(), run.fingerprint());
            }
        }

        /** It is answered at once. */
        record Refused(Reply reply) implements Taken {}

        /** It has no key and needs none. */
        record Free() implements Taken {}
    }

    Taken take(Endpoint endpoint, HttpServletRequest request) throws IOException, ServletException {
        KeyParsing parsing = keys.parse(Collections.list(request.getHeaders(settings.headerName())));
        if (parsing instanceof KeyParsing.Present present) {
            return take(endpoint, present.key(), request);
        }
        if (parsing instanceof KeyParsing.Refused refused) {
            return refuse(
                    RequestOutcome.KEY_INVALID,
                    ProblemReport.of(Problem.KEY_INVALID, refused.reason().message()));
        }
        return endpoint.required()
                ? refuse(RequestOutcome.KEY_MISSING, ProblemReport.of(Problem.KEY_MISSING))
                : new Taken.Free();
    }

    private Taken take(Endpoint endpoint, IdempotencyKey key, HttpServletRequest request)
            throws IOException, ServletException {
        Optional<Scope> scope = scopes.resolve(request);
        if (scope.isEmpty()) {
            return refuse(RequestOutcome.CALLER_UNKNOWN, ProblemReport.of(Problem.CALLER_UNKNOWN));
        }
        RecordId id = safeguards.naming().nameOf(new RecordId(scope.get(), key));
        Optional<Duration> refusal = safeguards.quota().refusal(id);
        if (refusal.isPresent()) {
            return refuse(RequestOutcome.QUOTA_EXCEEDED, ProblemReport.of(Problem.QUOTA_EXCEEDED, refusal.get()));
        }
        int limit = settings.maxRequestSize();
        try {
            RepeatableRequest repeatable = new RepeatableRequest(request, BufferedBody.read(request, limit));
            RunRequest run = new RunRequest(
                    id,
                    endpoint.operation(),
                    endpoint.fingerprinter().fingerprint(RequestContents.of(repeatable, limit)),
                    endpoint.lease(),
                    endpoint.ttl(),
                    endpoint.onLapsedLease(),
                    endpoint.waiting());
            return new Taken.Ready(repeatable, run);
        } catch (BodyTooLargeException e) {
            return refuse(RequestOutcome.TOO_LARGE, ProblemReport.of(Problem.REQUEST_TOO_LARGE));
        }
    }

    private static Taken refuse(RequestOutcome outcome, ProblemReport report) {
        return new Taken.Refused(new Reply.Refusal(outcome, report));
    }
}
