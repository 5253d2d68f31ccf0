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
}
