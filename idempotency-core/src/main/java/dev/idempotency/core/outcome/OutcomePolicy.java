package dev.idempotency.core.outcome;

/**
 * Decides what an answer or an exception means for the record. An application may replace it; {@link StandardOutcomePolicy}
 * is the one that is documented.
 */
public interface OutcomePolicy {

    /** The run ended with an answer of this status. */
    Outcome ofStatus(int status);

    /** The run ended with this exception. */
    Outcome ofException(Throwable thrown);

    /**
     * The run ended with this exception, of which somebody has made an answer of this status. A status that asks for a retry
     * then says nothing about whether something happened: the exception does.
     */
    default Outcome ofTranslated(Throwable thrown, int status) {
        Outcome byStatus = ofStatus(status);
        return byStatus == Outcome.RETRYABLE && ofException(thrown) == Outcome.UNKNOWN ? Outcome.UNKNOWN : byStatus;
    }
}
