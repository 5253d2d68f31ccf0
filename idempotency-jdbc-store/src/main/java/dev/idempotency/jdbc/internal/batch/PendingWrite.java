package dev.idempotency.jdbc.internal.batch;

import dev.idempotency.core.store.StoreException;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A write that waits to be shared, and the thread that waits for it. An interrupt is kept for later. */
final class PendingWrite<T, R> {

    private enum State {
        WAITING,
        WRITER,
        DONE,
        FAILED,
        ALONE
    }

    private final T item;
    private final Thread thread = Thread.currentThread();
    private @Nullable R result;
    private @Nullable StoreException failure;
    private volatile State state = State.WAITING;

    PendingWrite(T item) {
        this.item = item;
    }

    T item() {
        return item;
    }

    /** Waits that long at most. Returns whether there is something new. */
    boolean await(long nanos) {
        long deadline = System.nanoTime() + nanos;
        boolean interrupted = false;
        long left = nanos;
        while (state == State.WAITING && left > 0) {
            LockSupport.parkNanos(this, left);
            interrupted |= Thread.interrupted();
            left = deadline - System.nanoTime();
        }
        if (interrupted) {
            thread.interrupt();
        }
        return state != State.WAITING;
    }

    /** Waits until a writer has written it, left it alone or failed, or has made this thread the next writer. */
    void await() {
        while (!await(Long.MAX_VALUE / 2)) {
            Thread.onSpinWait();
        }
    }

    boolean isWriter() {
        return state == State.WRITER;
    }

    boolean isToBeDoneAlone() {
        return state == State.ALONE;
    }

    /** The result of a write that another thread made. */
    R result() {
        if (failure instanceof StoreException.AnswerLost) {
            throw new StoreException.AnswerLost("A shared write was not answered", failure);
        }
        if (failure instanceof StoreException.NotApplied notReached && notReached.isAway()) {
            throw StoreException.NotApplied.away("A shared write did not reach the database", failure);
        }
        if (failure != null) {
            throw new StoreException.NotApplied("A shared write failed", failure);
        }
        return Objects.requireNonNull(result);
    }

    void makeWriter() {
        change(State.WRITER);
    }

    void done(R outcome) {
        result = outcome;
        change(State.DONE);
    }

    /** Tells the waiting thread what went wrong for the whole batch. */
    void failed(StoreException common) {
        failure = common;
        change(State.FAILED);
    }

    /** Tells the waiting thread to write alone, as the batch was not written. Does nothing if the result is known. */
    void leaveAlone() {
        if (state == State.WAITING) {
            change(State.ALONE);
        }
    }

    private void change(State to) {
        state = to;
        LockSupport.unpark(thread);
    }
}
