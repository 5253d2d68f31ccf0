package dev.idempotency.core.reconcile;

import dev.idempotency.core.record.RecordedAnswer;
import java.util.Objects;

/** What a reconciler found out about a run. */
public sealed interface ReconcileResult {

    /** Calls the method that fits. */
    <R> R match(Cases<R> cases);

    /** What to do in each case. */
    interface Cases<R> {

        R executed(Executed executed);

        R notExecuted(NotExecuted notExecuted);

        R stillUnknown(StillUnknown stillUnknown);
    }

    /** It had its effect; every retry gets this answer. */
    record Executed(RecordedAnswer response) implements ReconcileResult {

        public Executed {
            Objects.requireNonNull(response, "response");
        }

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.executed(this);
        }
    }

    /** It certainly had no effect, and will have none: the next retry runs. */
    record NotExecuted() implements ReconcileResult {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.notExecuted(this);
        }
    }

    /** The reconciler cannot tell yet. */
    record StillUnknown() implements ReconcileResult {

        @Override
        public <R> R match(Cases<R> cases) {
            return cases.stillUnknown(this);
        }
    }
}
