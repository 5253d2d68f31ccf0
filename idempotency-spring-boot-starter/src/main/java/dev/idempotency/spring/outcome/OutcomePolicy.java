package dev.idempotency.spring.outcome;

import dev.idempotency.core.outcome.ExceptionOutcomes;
import dev.idempotency.core.outcome.Outcome;

/**
 * Decides what an answer or an exception means for the record. An application may replace it; {@link StandardOutcomePolicy}
 * is the one that is documented.
 */
public interface OutcomePolicy extends ExceptionOutcomes {

    /** The run ended with an answer of this status. */
    Outcome ofStatus(int status);

    /**
     * The run ended with this exception, of which an exception handler has made an answer of this status. A status that asks for a
     * retry then says nothing about whether something happened: the exception does.
     */
    default Outcome ofTranslated(Throwable thrown, int status) {
        Outcome byStatus = ofStatus(status);
        return byStatus == Outcome.RETRYABLE && ofException(thrown) == Outcome.UNKNOWN ? Outcome.UNKNOWN : byStatus;
    }
}
