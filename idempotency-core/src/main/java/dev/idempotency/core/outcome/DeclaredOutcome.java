package dev.idempotency.core.outcome;

import dev.idempotency.core.internal.outcome.Causes;
import java.util.List;
import java.util.Optional;

/** What a handler itself has declared about the end of its work, by what it threw. */
public final class DeclaredOutcome {

    private DeclaredOutcome() {}

    /**
     * Unknown for {@link OutcomeUnknownException}, retryable for {@link NotExecutedException}, empty for anything else. If both
     * are among the causes, it is unknown: a run too few can be repaired, a run too many cannot.
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
