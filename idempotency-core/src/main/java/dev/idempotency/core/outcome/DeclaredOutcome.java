package dev.idempotency.core.outcome;

import dev.idempotency.core.internal.outcome.Causes;
import java.util.List;
import java.util.Optional;

/** What a handler declares about the end of its work by the exception that it throws. */
public final class DeclaredOutcome {

    private DeclaredOutcome() {}

    /**
     * Unknown for {@link OutcomeUnknownException}, retryable for {@link NotExecutedException}, empty for anything else.
     * If both are among the causes, the outcome is unknown: a missing run can be made up for, a second run cannot be
     * undone.
     */
    public static Optional<Outcome> of(Throwable thrown) {
        if (Causes.include(thrown, List.of(OutcomeUnknownException.class))) {
            return Optional.of(Outcome.UNKNOWN);
        }
        return Causes.include(thrown, List.of(NotExecutedException.class))
                ? Optional.of(Outcome.RETRYABLE)
                : Optional.empty();
    }
}
