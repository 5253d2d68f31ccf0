package dev.idempotency.spring.internal.web;

import dev.idempotency.core.outcome.DeclaredOutcome;
import dev.idempotency.core.outcome.NotExecutedException;
import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.core.outcome.OutcomeUnknownException;
import dev.idempotency.spring.problem.Problem;
import dev.idempotency.spring.problem.ProblemRenderer;
import dev.idempotency.spring.problem.ProblemReport;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Answers for handlers that declared how their work ended by {@link NotExecutedException} or {@link OutcomeUnknownException}, if the
 * application has no exception handler of its own for that. The client is told what a retry would be told. If the request
 * is not protected, nothing is kept and nothing found out, and it is an exception like any other; so is an outcome that is unknown
 * although its transaction is rolled back.
 */
public final class DeclaredOutcomeResolver implements HandlerExceptionResolver {

    private static final Logger log = LoggerFactory.getLogger(DeclaredOutcomeResolver.class);

    /** Asking is due at once, and HTTP has no shorter time to say. */
    private static final Duration SOON = Duration.ofSeconds(1);

    private final ProblemRenderer problems;

    public DeclaredOutcomeResolver(ProblemRenderer problems) {
        this.problems = problems;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception thrown) {
        DispatchTracker running = DispatchTracker.of(request);
        if (running == null || response.isCommitted()) {
            return null;
        }
        Optional<Problem> problem =
                DeclaredOutcome.of(thrown).flatMap(declared -> problemOf(declared, running.ending()));
        if (problem.isEmpty()) {
            return null;
        }
        try {
            problems.render(ProblemReport.of(problem.get(), SOON), request, response);
        } catch (IOException e) {
            log.debug("The client is gone: it is not told how its request ended", e);
        }
        return new ModelAndView();
    }

    private static Optional<Problem> problemOf(Outcome declared, RunEnding ending) {
        return switch (declared) {
            case RETRYABLE -> Optional.of(Problem.NOT_EXECUTED);
            case UNKNOWN -> ending.isTransactional() ? Optional.empty() : Optional.of(Problem.OUTCOME_UNKNOWN);
            case STORED -> Optional.empty();
        };
    }
}
