package dev.idempotency.core.internal.guard;

import dev.idempotency.core.step.RecordedStep;
import dev.idempotency.core.step.RunSteps;
import dev.idempotency.core.store.StoreOperation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The steps of a run behind the guard. */
final class GuardedSteps implements RunSteps {

    private final RunSteps steps;
    private final GuardedReservations.Calls calls;

    GuardedSteps(RunSteps steps, GuardedReservations.Calls calls) {
        this.steps = steps;
        this.calls = calls;
    }

    @Override
    public List<RecordedStep> recorded() {
        return calls.make(StoreOperation.READ_STEPS, steps::recorded);
    }

    @Override
    public boolean finishLocal(String step, int position, byte[] result) {
        return calls.make(StoreOperation.FINISH_LOCAL_STEP, () -> steps.finishLocal(step, position, result));
    }

    /** No call of a store: it only forgets what was never committed. */
    @Override
    public void undoLocal(String step) {
        steps.undoLocal(step);
    }

    @Override
    public boolean start(String step, int position, Duration repeatable) {
        return calls.make(StoreOperation.START_STEP, () -> steps.start(step, position, repeatable));
    }

    @Override
    public boolean finish(String step, Optional<String> externalId, Optional<byte[]> result) {
        return calls.make(StoreOperation.FINISH_STEP, () -> steps.finish(step, externalId, result));
    }

    @Override
    public void cancel(String step) {
        calls.make(StoreOperation.CANCEL_STEP, () -> {
            steps.cancel(step);
            return true;
        });
    }
}
