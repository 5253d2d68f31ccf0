package dev.idempotency.spring.internal.web;

import dev.idempotency.core.action.Action;
import dev.idempotency.core.atrest.StoredKeyMapper;
import dev.idempotency.core.engine.RunRequest;
import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.internal.key.KeyParseResult;
import dev.idempotency.core.internal.key.KeyParser;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.limit.KeyQuota;
import dev.idempotency.core.record.Entity;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.internal.web.request.BodyMemory;
import dev.idempotency.spring.internal.web.request.BodyMemoryFullException;
import dev.idempotency.spring.internal.web.request.BodyTooLargeException;
import dev.idempotency.spring.internal.web.request.RepeatableRequest;
import dev.idempotency.spring.internal.web.request.RequestContents;
import dev.idempotency.spring.problem.Problem;
import dev.idempotency.spring.problem.ProblemReport;
import dev.idempotency.spring.scope.ScopeResolver;
import dev.idempotency.spring.web.RequestOutcome;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;

/**
 * Finds the key, the scope and the fingerprint of a request, in this order, so that a request whose headers are wrong
 * is refused before its body is read: a client that waits for {@code 100 Continue} need not send the body.
 */
final class RequestPreparation {

    /** Bodies come and go quickly. */
    private static final Duration UNTIL_ROOM = Duration.ofSeconds(1);

    private final KeyParser keys;
    private final ScopeResolver scopes;
    private final StoredKeyMapper naming;
    private final KeyQuota quota;
    private final FilterSettings settings;
    private final String headerName;
    private final boolean scopePerRoute;
    private final BodyMemory bodies;
    private final RequestNames names;

    RequestPreparation(RequestGuards guards, FilterSettings settings) {
        this.keys = guards.keys();
        this.scopes = guards.scopes();
        this.naming = guards.naming();
        this.quota = guards.quota();
        this.settings = settings;
        this.headerName = settings.headerName();
        this.scopePerRoute = settings.scopePerRoute();
        this.names = new RequestNames(guards.scopes(), guards.entities());
        this.bodies = new BodyMemory(settings.maxBodiesInMemory());
    }

    /** How much memory the bodies of all requests take now. */
    long bytesOfBodies() {
        return bodies.used();
    }

    Prepared prepare(ProtectedRequest request) throws IOException, ServletException {
        KeyParseResult parsing = keys.parse(Collections.list(request.request().getHeaders(headerName)));
        if (parsing instanceof KeyParseResult.Present present) {
            return prepare(request, present.key());
        }
        if (parsing instanceof KeyParseResult.Refused refused) {
            return refused(
                    RequestOutcome.KEY_INVALID,
                    ProblemReport.of(Problem.KEY_INVALID, refused.reason().message()));
        }
        return request.endpoint().required()
                ? refused(RequestOutcome.KEY_MISSING, ProblemReport.of(Problem.KEY_MISSING))
                : new Prepared.WithoutKey();
    }

    private Prepared prepare(ProtectedRequest request, IdempotencyKey key) throws IOException, ServletException {
        boolean anonymous = scopes.isAnonymous(request.request());
        Optional<Scope> caller = scopes.resolve(request.request());
        if (caller.isEmpty()) {
            return refused(RequestOutcome.CALLER_UNKNOWN, ProblemReport.of(Problem.CALLER_UNKNOWN));
        }
        RecordId id = naming.nameOf(new RecordId(scope(caller.get(), request.endpoint()), key));
        Optional<Duration> refusal = quota.refusal(id);
        if (refusal.isPresent()) {
            return refused(RequestOutcome.QUOTA_EXCEEDED, ProblemReport.of(Problem.QUOTA_EXCEEDED, refusal.get()));
        }
        try {
            return ready(request, key, runRequest(id, request.endpoint(), read(request)), anonymous);
        } catch (BodyTooLargeException e) {
            return refused(RequestOutcome.TOO_LARGE, ProblemReport.of(Problem.REQUEST_TOO_LARGE));
        } catch (BodyMemoryFullException e) {
            return refused(RequestOutcome.BODY_MEMORY_FULL, ProblemReport.of(Problem.NOT_EXECUTED, UNTIL_ROOM));
        }
    }

    private Prepared ready(ProtectedRequest request, IdempotencyKey key, RunRequest run, boolean anonymous) {
        ProtectedEndpoint endpoint = request.endpoint();
        if (!endpoint.hasEntity() && !endpoint.hasAction()) {
            return new Prepared.Ready(run, anonymous, Optional.empty());
        }
        Optional<Entity> entity =
                endpoint.hasEntity() ? names.entityOf(endpoint, request.request(), request.body()) : Optional.empty();
        Optional<Action> action = endpoint.hasAction()
                ? names.actionOf(endpoint, request.request(), run.fingerprint(), key)
                : Optional.empty();
        if (entity.isPresent() != endpoint.hasEntity() || action.isPresent() != endpoint.hasAction()) {
            return refused(RequestOutcome.ENTITY_MISSING, ProblemReport.of(Problem.ENTITY_MISSING));
        }
        return new Prepared.Ready(entity.map(run::withEntity).orElse(run), anonymous, action);
    }

    private Scope scope(Scope caller, ProtectedEndpoint endpoint) {
        return scopePerRoute ? caller.within(endpoint.operation()) : caller;
    }

    private Fingerprint read(ProtectedRequest request)
            throws IOException, ServletException, BodyTooLargeException, BodyMemoryFullException {
        RepeatableRequest repeatable =
                RepeatableRequest.of(request.request(), settings.maxRequestSize(), settings.maxUploadSize(), bodies);
        request.read(repeatable);
        return request.endpoint().fingerprinter().fingerprint(RequestContents.of(repeatable));
    }

    private static RunRequest runRequest(RecordId id, ProtectedEndpoint endpoint, Fingerprint fingerprint) {
        return new RunRequest(
                id,
                endpoint.operation(),
                fingerprint,
                endpoint.lease(),
                endpoint.ttl(),
                endpoint.onLapsedLease(),
                endpoint.waiting());
    }

    private static Prepared refused(RequestOutcome outcome, ProblemReport report) {
        return new Prepared.Refused(new Reply.Refusal(outcome, report));
    }
}
