package dev.idempotency.core.outcome;

/** Decides what an exception that ends a run means for its record, whatever started the run. */
@FunctionalInterface
public interface ExceptionOutcomes {

    /** The run ended with this exception. */
    Outcome ofException(Throwable thrown);
}
