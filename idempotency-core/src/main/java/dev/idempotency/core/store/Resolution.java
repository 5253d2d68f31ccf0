package dev.idempotency.core.store;

import dev.idempotency.core.record.RecordedResponse;
import java.time.Duration;
import java.util.Optional;

/** What was found out about a run whose outcome was unknown. */
public sealed interface Resolution {

    /**
     * It had its effect. Every retry gets this answer.
     *
     * @param retention for how long at least the answer is kept, from now
     */
    record Completed(RecordedResponse response, Duration retention) implements Resolution {}

    /**
     * It certainly had no effect. The next request with the key runs.
     *
     * @param retention for how long at least the record is kept, from now
     */
    record NotExecuted(Duration retention) implements Resolution {}

    /**
     * Nobody could tell.
     *
     * @param askAgainAfter when to try again; empty to leave it to an operator
     */
    record StillUnknown(Optional<Duration> askAgainAfter) implements Resolution {}

    /** Whoever tried to find out may begin again: with the first attempt, at once. */
    record Requeued() implements Resolution {}
}
