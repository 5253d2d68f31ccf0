package dev.idempotency.jdbc.internal.batch;

import dev.idempotency.core.store.StoreException;
import dev.idempotency.jdbc.internal.driver.SqlErrorClassifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets writes that are asked for at the same moment share one statement and one commit, as most of what a write costs
 * is its commit.
 *
 * <ol>
 *   <li>While fewer threads write than the limit allows, a thread writes at once, alone.
 *   <li>Otherwise it waits in a queue, without a connection. When a write finishes, its thread wakes the head of the
 *       queue, which then writes everything queued so far as one batch.
 *   <li>Each thread of a batch gets the result of its own write. If the batch fails and a single write may be to blame,
 *       or the thread that happened to write was interrupted, the others write alone.
 *   <li>A thread that waits longer than the limit allows starts a second writer, for itself and the rest of the queue,
 *       so one stuck statement cannot block the queue.
 * </ol>
 *
 * <p>Writes must be independent of each other, and harmless when repeated by the same attempt.
 *
 * @param <T> what is written
 * @param <R> what became of it
 */
final class WriteBatcher<T, R> {

    private final BatchLimits limits;
    private final Function<T, R> alone;
    private final Function<List<T>, List<R>> together;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<PendingWrite<T, R>> queue = new ArrayDeque<>();
    private int writers;

    /**
     * @param alone writes one
     * @param together writes several in one transaction, and returns what became of each, in their order
     */
    WriteBatcher(BatchLimits limits, Function<T, R> alone, Function<List<T>, List<R>> together) {
        this.limits = limits;
        this.alone = alone;
        this.together = together;
    }

    R write(T item) {
        PendingWrite<T, R> pending = queueUnlessThereIsRoom(item);
        return pending == null ? writeBatch(item) : await(pending);
    }

    /** Returns null if another thread may write; the calling one counts as a writer then. */
    private @Nullable PendingWrite<T, R> queueUnlessThereIsRoom(T item) {
        lock.lock();
        try {
            if (writers < limits.writers()) {
                writers++;
                return null;
            }
            PendingWrite<T, R> pending = new PendingWrite<>(item);
            queue.add(pending);
            return pending;
        } finally {
            lock.unlock();
        }
    }

    private R await(PendingWrite<T, R> own) {
        boolean wasAddressed = own.await(limits.longestWait().toNanos());
        if (!wasAddressed && leaveQueueToWrite(own)) {
            return writeBatch(own.item());
        }
        own.await();
        if (own.isWriter()) {
            return writeBatch(own.item());
        }
        return own.isToBeDoneAlone() ? alone.apply(own.item()) : own.result();
    }

    /** Returns false if another thread has taken the write out of the queue in the meantime. */
    private boolean leaveQueueToWrite(PendingWrite<T, R> own) {
        lock.lock();
        try {
            boolean isWaiting = queue.remove(own);
            if (isWaiting) {
                writers++;
            }
            return isWaiting;
        } finally {
            lock.unlock();
        }
    }

    /** The writer's own write, and what has queued up in the meantime. */
    private R writeBatch(T own) {
        List<PendingWrite<T, R>> others = takeOthers();
        try {
            List<R> results = written(own, others);
            for (int i = 0; i < others.size(); i++) {
                others.get(i).done(results.get(i + 1));
            }
            return results.get(0);
        } catch (StoreException failure) {
            boolean isShared = !others.isEmpty();
            if (isShared
                    && (SqlErrorClassifier.mayBeOfOneRow(failure)
                            || Thread.currentThread().isInterrupted())) {
                others.forEach(PendingWrite::leaveAlone);
                return alone.apply(own);
            }
            others.forEach(other -> other.failed(failure));
            throw failure;
        } finally {
            others.forEach(PendingWrite::leaveAlone);
        }
    }

    private List<PendingWrite<T, R>> takeOthers() {
        List<PendingWrite<T, R>> others = new ArrayList<>();
        lock.lock();
        try {
            while (others.size() < limits.batchSize() - 1 && !queue.isEmpty()) {
                others.add(queue.remove());
            }
        } finally {
            lock.unlock();
        }
        return others;
    }

    /** The next writer may begin before the threads of this batch have their results. */
    private List<R> written(T own, List<PendingWrite<T, R>> others) {
        try {
            return others.isEmpty() ? List.of(alone.apply(own)) : together.apply(items(own, others));
        } finally {
            handOver();
        }
    }

    private static <T, R> List<T> items(T own, List<PendingWrite<T, R>> others) {
        List<T> items = new ArrayList<>();
        items.add(own);
        others.forEach(other -> items.add(other.item()));
        return items;
    }

    /** Wakes the head of the queue, which writes next; if the queue is empty, the next thread that comes may write. */
    private void handOver() {
        @Nullable PendingWrite<T, R> next;
        lock.lock();
        try {
            next = queue.poll();
            if (next == null) {
                writers--;
            }
        } finally {
            lock.unlock();
        }
        if (next != null) {
            next.makeWriter();
        }
    }

    /** A write that waits to be shared, and the thread that waits for it. An interrupt is kept for later. */
    static final class PendingWrite<T, R> {

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
}
