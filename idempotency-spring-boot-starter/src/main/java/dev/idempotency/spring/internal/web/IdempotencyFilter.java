package dev.idempotency.spring.internal.web;

import dev.idempotency.core.action.ActionEntry;
import dev.idempotency.core.downstream.DownstreamKeys;
import dev.idempotency.core.engine.Beginning;
import dev.idempotency.core.engine.Ending;
import dev.idempotency.core.engine.Run;
import dev.idempotency.core.engine.RunRequest;
import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.spring.IdempotencyContext;
import dev.idempotency.spring.OnStoreFailure;
import dev.idempotency.spring.endpoint.Endpoints;
import dev.idempotency.spring.endpoint.ProtectedEndpoint;
import dev.idempotency.spring.internal.phase.EndpointPhases;
import dev.idempotency.spring.internal.phase.RecordedPhases;
import dev.idempotency.spring.internal.web.response.CapturedResponse;
import dev.idempotency.spring.internal.web.response.Release;
import dev.idempotency.spring.outcome.OutcomePolicy;
import dev.idempotency.spring.problem.Problem;
import dev.idempotency.spring.problem.ProblemReport;
import dev.idempotency.spring.web.RequestOutcome;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Takes requests to protected endpoints along their way; all others pass untouched.
 *
 * <ol>
 *   <li>{@link RequestPreparation} finds out key, scope and fingerprint.
 *   <li>The engine of the endpoint's mode begins a run, or the record answers by a {@link Reply}.
 *   <li>The chain runs; {@link DispatchTracker} knows when it is over.
 *   <li>{@link RunEnding} judges, records and answers.
 * </ol>
 *
 * <p>Belongs together with {@link ErrorAnswerFilter}, which records errors that the container renders.
 */
public final class IdempotencyFilter extends OncePerRequestFilter {

    /** After Spring Security (-100), so that a caller who is not allowed gets no replay; before filters that expect none to come. */
    public static final int DEFAULT_ORDER = -50;

    private static final Logger log = LoggerFactory.getLogger(IdempotencyFilter.class);

    private final Endpoints endpoints;
    private final RequestPreparation preparation;
    private final EndpointEngines engines;
    private final EndpointPhases phases;
    private final RequestGuards guards;
    private final LateCallers callers;
    private final ReplyWriter replies;
    private final Listeners listeners;
    private final FilterSettings settings;

    public IdempotencyFilter(
            Endpoints endpoints,
            EndpointEngines engines,
            EndpointPhases phases,
            RequestGuards guards,
            ReplyWriter replies,
            Listeners listeners,
            FilterSettings settings) {
        this.endpoints = endpoints;
        this.preparation = new RequestPreparation(guards, settings);
        this.engines = engines;
        this.phases = phases;
        this.guards = guards;
        this.callers = new LateCallers();
        this.replies = replies;
        this.listeners = listeners;
        this.settings = settings;
    }

    /** The dispatches that this filter must be registered for. */
    public static Set<DispatcherType> dispatcherTypes() {
        return EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC);
    }

    long bytesOfBodies() {
        return preparation.bytesOfBodies();
    }

    @Override
    protected boolean shouldNotFilterAsyncDispatch() {
        return false;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getDispatcherType() == DispatcherType.ASYNC) {
            goOn(request, response, chain);
            return;
        }
        Optional<ProtectedEndpoint> endpoint =
                settings.methods().contains(request.getMethod()) ? endpoints.find(request) : Optional.empty();
        if (endpoint.isPresent()) {
            listeners.onArrival(endpoint.get(), request);
            protect(new ProtectedRequest(endpoint.get(), request, response, chain, listeners));
        } else {
            chain.doFilter(request, response);
        }
    }

    private static void goOn(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        DispatchTracker running = DispatchTracker.of(request);
        if (running != null) {
            running.runOn(request, response, chain);
        } else {
            chain.doFilter(request, response);
        }
    }

    private void protect(ProtectedRequest request) throws ServletException, IOException {
        try {
            preparation
                    .prepare(request)
                    .match(new Prepared.Cases<Step>() {

                        @Override
                        public Step ready(Prepared.Ready ready) {
                            return () -> begin(request, ready);
                        }

                        @Override
                        public Step refused(Prepared.Refused refused) {
                            return () -> answer(request, refused.reply());
                        }

                        @Override
                        public Step withoutKey(Prepared.WithoutKey withoutKey) {
                            return () -> request.passOn(RequestOutcome.WITHOUT_KEY);
                        }
                    })
                    .take();
        } catch (IOException | ServletException | RuntimeException | Error thrown) {
            request.ended(RequestOutcome.ABORTED);
            throw thrown;
        } finally {
            request.releaseBody();
        }
    }

    private void begin(ProtectedRequest request, Prepared.Ready ready) throws ServletException, IOException {
        ProtectedEndpoint endpoint = request.endpoint();
        RunRequest wanted = ready.run();
        Beginning beginning;
        try {
            beginning = engines.of(endpoint).begin(wanted);
        } catch (StoreException failure) {
            notReserved(request, failure);
            return;
        }
        Scope scope = wanted.id().scope();
        beginning
                .match(new Beginning.Cases<Step>() {

                    @Override
                    public Step begun(Beginning.Begun begun) {
                        return () -> enter(request, ready, begun);
                    }

                    @Override
                    public Step answered(Beginning.Answered answered) {
                        listeners.onAnswered(endpoint, scope, answered.reservation());
                        return () -> answer(
                                request,
                                guards.authorized(
                                        Reply.to(answered.reservation(), request.request()),
                                        request.request(),
                                        endpoint));
                    }
                })
                .take();
    }

    /** Where the endpoint does something once and for all, that comes first; it may stand against the run. */
    private void enter(ProtectedRequest request, Prepared.Ready ready, Beginning.Begun begun)
            throws ServletException, IOException {
        ActionEntry entry = null;
        if (ready.action().isPresent()) {
            EnteredAction entered =
                    EnteredAction.of(ready.action().get(), begun.run(), () -> engines.actionsOf(request.endpoint()));
            entry = entered.entry();
            if (entry == null) {
                answer(request, entered.reply());
                return;
            }
        }
        listeners.onBegun(request.endpoint(), ready.run().id().scope(), begun.reason());
        run(request, ready, begun.run(), entry);
    }

    private void run(ProtectedRequest request, Prepared.Ready ready, Run run, @Nullable ActionEntry entry)
            throws ServletException, IOException {
        RunRequest wanted = ready.run();
        guards.quota().granted(wanted.id().scope());
        HttpServletRequest running = request.request();
        IdempotencyContext context = IdempotencyContext.of(new DownstreamKeys(wanted.id(), wanted.fingerprint()));
        context.bindTo(running);
        OutcomePolicy policy = request.endpoint().outcomes();
        if (!request.endpoint().phases().isEmpty()) {
            RecordedPhases recorded =
                    phases.of(request.endpoint(), run, new DownstreamKeys(wanted.id(), wanted.fingerprint()));
            if (!mayGoOn(request, run, recorded)) {
                return;
            }
            IdempotencyContext.of(recorded::downstreamKey).bindTo(running);
            running.setAttribute(EndpointPhases.ATTRIBUTE, recorded);
            policy = recorded.judging(policy);
        }
        RunEnding ending = new RunEnding(
                request,
                run,
                entry == null ? null : new RunAction(entry, context),
                policy,
                callers.caller(running, request.endpoint().operation(), ready.anonymous()),
                guards,
                replies,
                settings.retryAfterStoreFailure());
        CapturedResponse captured = new CapturedResponse(
                request.response(),
                settings.maxResponseSize(),
                settings.replayHeaders(),
                new ServletStreamDetector(running, request.response()),
                request.isTransactional() ? Release.WHEN_COMMITTED : Release.WHEN_STREAMED);
        DispatchTracker.run(ending, running, captured, settings.errorPages(), request.chain());
    }

    /** Whether what earlier runs have done is what this version of the application would go on from. If not, the run ends here. */
    private boolean mayGoOn(ProtectedRequest request, Run run, RecordedPhases recorded)
            throws IOException, ServletException {
        try {
            if (recorded.read()) {
                return true;
            }
        } catch (StoreException failure) {
            run.failed(Outcome.RETRYABLE, failure);
            log.warn("The phases of {} could not be read", request.endpoint().operation(), failure);
            answer(request, Reply.withheld(RunEnding.UNCERTAIN, settings.retryAfterStoreFailure()));
            return false;
        }
        log.error(
                "The phases that {} has finished are not the first of {}, which are declared now; its outcome is unknown and must be reconciled",
                run.lease().id(),
                request.endpoint().phases());
        RecordedAnswer none = RecordedAnswer.withoutBody(HttpServletResponse.SC_CONFLICT, List.of());
        run.finish(new Ending(Outcome.UNKNOWN, none, GrantedRun.Work.KEPT, "phases_changed"));
        answer(request, Reply.to(new Reservation.OutcomeUnknown(settings.retryAfterStoreFailure()), request.request()));
        return false;
    }

    private void notReserved(ProtectedRequest request, StoreException failure) throws ServletException, IOException {
        String operation = request.endpoint().operation();
        if (request.endpoint().onStoreFailure() == OnStoreFailure.PROCEED) {
            log.warn("{} runs without protection, because the store could not reserve its key", operation, failure);
            replies.markUnprotected(request.request(), request.response());
            request.passOn(RequestOutcome.UNPROTECTED);
            return;
        }
        log.warn("{} is refused, because the store could not reserve its key", operation, failure);
        ProblemReport problem = ProblemReport.of(Problem.STORE_UNAVAILABLE, settings.retryAfterStoreFailure());
        answer(request, new Reply.Refusal(RequestOutcome.STORE_UNAVAILABLE, problem));
    }

    private void answer(ProtectedRequest request, Reply reply) throws IOException {
        request.ended(reply.outcome());
        replies.write(reply, request.request(), request.response());
    }
}
