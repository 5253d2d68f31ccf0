package dev.idempotency.spring.outcome;

import dev.idempotency.core.outcome.DeclaredOutcome;
import dev.idempotency.core.outcome.ExceptionOutcomes;
import dev.idempotency.core.outcome.NotExecutedException;
import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.core.outcome.OutcomeUnknownException;
import dev.idempotency.core.outcome.StandardExceptionOutcomes;
import java.util.Set;

/**
 * What is kept unless the application says otherwise.
 *
 * <ul>
 *   <li>What a handler declares by {@link NotExecutedException} or {@link OutcomeUnknownException} counts before everything else.
 *   <li>Answers below 500 are stored, except 408, 425 and 429, which ask for a retry.
 *   <li>504 is unknown: a server further on did not answer in time, and may have done the work.
 *   <li>Every other 5xx is retryable.
 *   <li>An exception is what {@link StandardExceptionOutcomes} says.
 * </ul>
 */
public final class StandardOutcomePolicy implements OutcomePolicy {

    private static final Set<Integer> ASKS_FOR_RETRY = Set.of(408, 425, 429);
    private static final int GATEWAY_TIMEOUT = 504;

    private final ExceptionOutcomes exceptions = new StandardExceptionOutcomes();

    @Override
    public Outcome ofStatus(int status) {
        if (status == GATEWAY_TIMEOUT) {
            return Outcome.UNKNOWN;
        }
        return status >= 500 || ASKS_FOR_RETRY.contains(status) ? Outcome.RETRYABLE : Outcome.STORED;
    }

    @Override
    public Outcome ofException(Throwable thrown) {
        return exceptions.ofException(thrown);
    }

    @Override
    public Outcome ofTranslated(Throwable thrown, int status) {
        return DeclaredOutcome.of(thrown).orElseGet(() -> OutcomePolicy.super.ofTranslated(thrown, status));
    }
}
