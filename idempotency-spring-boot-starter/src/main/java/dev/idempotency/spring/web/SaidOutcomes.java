package dev.idempotency.spring.web;

import dev.idempotency.core.outcome.Causes;
import dev.idempotency.core.outcome.NotExecutedException;
import dev.idempotency.core.outcome.OutcomeUnknownException;
import dev.idempotency.spring.problem.Problem;
import dev.idempotency.spring.problem.ProblemRenderer;
import dev.idempotency.spring.problem.ProblemReport;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Answers for handlers that said how their work ended by {@link NotExecutedException} or {@link OutcomeUnknownException}, if the
 * application has no exception handler of its own for that. The client is told what a retry would be told. Where the request
 * is not protected, nothing is kept and nothing found out, and it is an exception like any other; so is an outcome that is unknown
 * although its transaction is rolled back.
 */
public final class SaidOutcomes implements HandlerExceptionResolver {

    private static final Logger log = LoggerFactory.getLogger(SaidOutcomes.class);

    /** Asking is due at once, and HTTP knows nothing shorter. */
    private static final Duration SOON = Duration.ofSeconds(1);

    private final ProblemRenderer problems;

    public SaidOutcomes(ProblemRenderer problems) {
        this.problems = problems;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception thrown) {
        RunningRequest running = RunningRequest.of(request);
        Problem problem = running == null ? null : problemOf(thrown, running.exchange());
        if (problem == null || response.isCommitted()) {
            return null;
        }
        try {
            problems.render(ProblemReport.of(problem, SOON), request, response);
        } catch (IOException e) {
            log.debug("The client is gone: it is not told how its request ended", e);
        }
        return new ModelAndView();
    }

    private static @Nullable Problem problemOf(Exception thrown, Exchange exchange) {
        if (Causes.include(thrown, List.of(OutcomeUnknownException.class))) {
            return exchange.isTransactional() ? null : Problem.OUTCOME_UNKNOWN;
        }
        return Causes.include(thrown, List.of(NotExecutedException.class)) ? Problem.NOT_EXECUTED : null;
    }
}
