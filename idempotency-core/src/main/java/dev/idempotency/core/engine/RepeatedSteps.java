package dev.idempotency.core.engine;

import dev.idempotency.core.step.RecordedStep;
import dev.idempotency.core.step.RunSteps;
import dev.idempotency.core.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The steps of a run; a call whose answer was lost is made once more, except inside of the application's transaction, which is lost then. */
final class RepeatedSteps implements RunSteps {

    private final RunSteps steps;

    RepeatedSteps(RunSteps steps) {
        this.steps = steps;
    }

    @Override
    public List<RecordedStep> recorded() {
        return steps.recorded();
    }

    @Override
    public boolean finishLocal(String step, int position, byte[] result) {
        return steps.finishLocal(step, position, result);
    }

    @Override
    public void undoLocal(String step) {
        steps.undoLocal(step);
    }

    @Override
    public boolean start(String step, int position, Duration repeatable) {
        return twiceIfLost(() -> steps.start(step, position, repeatable));
    }

    @Override
    public boolean finish(String step, Optional<String> externalId, Optional<byte[]> result) {
        return twiceIfLost(() -> steps.finish(step, externalId, result));
    }

    @Override
    public void cancel(String step) {
        twiceIfLost(() -> {
            steps.cancel(step);
            return true;
        });
    }

    private static boolean twiceIfLost(BooleanSupplier write) {
        try {
            return write.getAsBoolean();
        } catch (StoreException.AnswerLost lost) {
            return write.getAsBoolean();
        }
    }
}
