package dev.idempotency.core.internal.guard;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.RecordEvent;
import dev.idempotency.core.store.StoreOperation;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/** A run whose endings pass the guard of the store that granted it. */
final class GuardedRun implements GrantedRun {

    private final GrantedRun run;
    private final GuardedCalls calls;

    GuardedRun(GrantedRun run, GuardedCalls calls) {
        this.run = run;
        this.calls = calls;
    }

    @Override
    public Lease lease() {
        return run.lease();
    }

    @Override
    public Instant expiresAt() {
        return run.expiresAt();
    }

    @Override
    public boolean complete(RecordedAnswer answer, Work work) {
        return end(StoreOperation.COMPLETE, () -> run.complete(answer, work));
    }

    @Override
    public boolean fail(String error) {
        return end(StoreOperation.FAIL, () -> run.fail(error));
    }

    @Override
    public boolean markUnknown(String error) {
        return end(StoreOperation.MARK_UNKNOWN, () -> {
            boolean marked = run.markUnknown(error);
            calls.tell(RecordEvent.ENDED_UNKNOWN, marked ? 1 : 0);
            return marked;
        });
    }

    private boolean end(StoreOperation operation, BooleanSupplier ending) {
        return calls.make(operation, () -> {
            boolean ended = ending.getAsBoolean();
            calls.tell(RecordEvent.CAME_TOO_LATE, ended ? 0 : 1);
            return ended;
        });
    }

    @Override
    public boolean supplement(RecordedAnswer answer) {
        return calls.make(StoreOperation.SUPPLEMENT, () -> run.supplement(answer));
    }

    @Override
    public String toString() {
        return run.toString();
    }
}
