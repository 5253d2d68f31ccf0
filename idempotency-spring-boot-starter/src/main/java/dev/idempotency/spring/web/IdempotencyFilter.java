package dev.idempotency.spring.web;

import dev.idempotency.core.engine.Beginning;
import dev.idempotency.core.engine.Run;
import dev.idempotency.core.key.KeyParser;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.spring.IdempotencyContext;
import dev.idempotency.spring.IdempotencyEngines;
import dev.idempotency.spring.OnStoreFailure;
import dev.idempotency.spring.endpoint.Endpoint;
import dev.idempotency.spring.endpoint.Endpoints;
import dev.idempotency.spring.problem.Problem;
import dev.idempotency.spring.problem.ProblemRenderer;
import dev.idempotency.spring.problem.ProblemReport;
import dev.idempotency.spring.scope.ScopeResolver;
import dev.idempotency.spring.web.response.CapturedResponse;
import dev.idempotency.spring.web.response.Release;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Takes requests to protected endpoints along their way; all others pass untouched.
 *
 * <ol>
 *   <li>Key, scope and fingerprint, in {@link Intake}.
 *   <li>Reserve, here, with what the endpoint's mode keeps its records by.
 *   <li>Not granted: the record answers, see {@link Reply}.
 *   <li>Granted: the chain runs, in {@link RunningRequest}, which knows when it is over.
 *   <li>Classify, complete and answer, in {@link Exchange}.
 * </ol>
 *
 * <p>Belongs together with {@link ErrorAnswerFilter}, which records errors that the container renders.
 */
public final class IdempotencyFilter extends OncePerRequestFilter {

    /** After Spring Security (-100), so that who is not allowed gets no replay; before filters that expect none to come. */
    public static final int DEFAULT_ORDER = -50;

    private static final Logger log = LoggerFactory.getLogger(IdempotencyFilter.class);

    private final Endpoints endpoints;
    private final LateCallers callers;
    private final Intake intake;
    private final IdempotencyEngines engines;
    private final CommitFailures commitFailures;
    private final Replies replies;
    private final Safeguards safeguards;
    private final Listeners listeners;
    private final FilterSettings settings;

    public IdempotencyFilter(
            Endpoints endpoints,
            KeyParser keys,
            ScopeResolver scopes,
            IdempotencyEngines engines,
            CommitFailures commitFailures,
            Safeguards safeguards,
            ProblemRenderer problems,
            List<IdempotencyListener> listeners,
            FilterSettings settings) {
        this.endpoints = endpoints;
        this.callers = new LateCallers(scopes);
        this.intake = new Intake(keys, scopes, safeguards, settings);
        this.engines = engines;
        this.commitFailures = commitFailures;
        this.safeguards = safeguards;
        this.replies = new Replies(problems, settings.exposeHeaders());
        this.listeners = new Listeners(listeners);
        this.settings = settings;
    }

    /** The dispatches that this filter must be registered for. */
    public static Set<DispatcherType> dispatcherTypes() {
        return EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC);
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
        Optional<Endpoint> endpoint =
                settings.methods().contains(request.getMethod()) ? endpoints.find(request) : Optional.empty();
        if (endpoint.isPresent()) {
            RequestReport report = RequestReport.ofArrival(listeners, endpoint.get(), request);
            try {
                protect(endpoint.get(), report, request, response, chain);
            } catch (IOException | ServletException | RuntimeException | Error thrown) {
                report.ended(RequestOutcome.ABORTED);
                throw thrown;
            }
        } else {
            chain.doFilter(request, response);
        }
    }

    private static void goOn(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        RunningRequest running = RunningRequest.of(request);
        if (running != null) {
            running.runOn(request, response, chain);
        } else {
            chain.doFilter(request, response);
        }
    }

    private void protect(
            Endpoint endpoint,
            RequestReport report,
            HttpServletRequest request,
            HttpServletResponse response,
            FilterChain chain)
            throws ServletException, IOException {
        Intake.Taken taken = intake.take(endpoint, request);
        if (taken instanceof Intake.Taken.Ready ready) {
            reserve(endpoint, report, ready, response, chain);
        } else if (taken instanceof Intake.Taken.Refused refused) {
            answer(report, refused.reply(), request, response);
        } else {
            report.ended(RequestOutcome.WITHOUT_KEY);
            chain.doFilter(request, response);
        }
    }

    private void reserve(
            Endpoint endpoint,
            RequestReport report,
            Intake.Taken.Ready ready,
            HttpServletResponse response,
            FilterChain chain)
            throws ServletException, IOException {
        Beginning beginning;
        try {
            beginning =
                    engines.of(endpoint.mode(), endpoint.transactionManager()).begin(ready.run());
        } catch (StoreException failure) {
            notReserved(endpoint, report, failure, ready.request(), response, chain);
            return;
        }
        report.reserved(ready.run().id().scope(), beginning);
        if (beginning instanceof Beginning.Begun begun) {
            safeguards.quota().granted(ready.run().id().scope());
            run(endpoint, report, begun.run(), ready, response, chain);
        } else if (beginning instanceof Beginning.Answered answered) {
            Reply reply = safeguards.authorized(
                    CallerMark.reply(answered.reservation(), ready.request()), ready.request(), endpoint);
            answer(report, reply, ready.request(), response);
        }
    }

    private void run(
            Endpoint endpoint,
            RequestReport report,
            Run run,
            Intake.Taken.Ready ready,
            HttpServletResponse response,
            FilterChain chain)
            throws ServletException, IOException {
        IdempotencyContext.of(ready.downstreamKeys()).bindTo(ready.request());
        Exchange exchange = new Exchange(
                endpoint,
                run,
                new ExchangeOutcomes(endpoint.outcomes()),
                ready.request(),
                safeguards,
                callers.caller(ready.request(), endpoint.operation()),
                replies,
                commitFailures,
                report,
                settings.retryAfterStoreFailure());
        CapturedResponse captured = new CapturedResponse(
                response,
                settings.maxResponseSize(),
                settings.replayHeaders(),
                new StreamSignsOf(ready.request(), response),
                exchange.isTransactional() ? Release.WHEN_COMMITTED : Release.WHEN_STREAMED);
        new RunningRequest(exchange, ready.request(), captured, settings.errorPages()).run(chain);
    }

    private void notReserved(
            Endpoint endpoint,
            RequestReport report,
            StoreException failure,
            HttpServletRequest request,
            HttpServletResponse response,
            FilterChain chain)
            throws ServletException, IOException {
        if (endpoint.onStoreFailure() == OnStoreFailure.PROCEED) {
            log.warn("{} runs without protection, as the store cannot be reached", endpoint.operation(), failure);
            report.ended(RequestOutcome.UNPROTECTED);
            replies.markUnprotected(request, response);
            chain.doFilter(request, response);
            return;
        }
        log.warn("{} is refused, as the store cannot be reached", endpoint.operation(), failure);
        ProblemReport problem = ProblemReport.of(Problem.STORE_UNAVAILABLE, settings.retryAfterStoreFailure());
        answer(report, new Reply.Refusal(RequestOutcome.STORE_UNAVAILABLE, problem), request, response);
    }

    private void answer(RequestReport report, Reply reply, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        report.ended(reply.outcome());
        replies.write(reply, request, response);
    }
}
