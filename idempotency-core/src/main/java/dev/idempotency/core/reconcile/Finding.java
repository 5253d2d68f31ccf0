package dev.idempotency.core.reconcile;

import dev.idempotency.core.record.RecordedResponse;
import java.util.Objects;

/** What was found out about a run. */
public sealed interface Finding {

    /** It had its effect; every retry gets this answer. */
    record Executed(RecordedResponse response) implements Finding {

        public Executed {
            Objects.requireNonNull(response, "response");
        }
    }

    /** It certainly had no effect, and will have none: the next retry runs. */
    record NotExecuted() implements Finding {}

    /** It cannot be told yet. */
    record StillUnknown() implements Finding {}
}
