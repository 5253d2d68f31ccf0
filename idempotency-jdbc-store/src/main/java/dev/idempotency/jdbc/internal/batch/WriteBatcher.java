package dev.idempotency.jdbc.internal.batch;

import dev.idempotency.core.store.StoreException;
import dev.idempotency.jdbc.internal.driver.SqlErrorClassifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
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
        PendingWrite<T, R> own = new PendingWrite<>(item);
        if (tryBecomeWriter(own)) {
            return writeBatch(takeBatch(own));
        }
        boolean wasAddressed = own.await(limits.longestWait().toNanos());
        if (!wasAddressed && leaveQueueToWrite(own)) {
            return writeBatch(takeBatch(own));
        }
        own.await();
        if (own.isWriter()) {
            return writeBatch(takeBatch(own));
        }
        return own.isToBeDoneAlone() ? alone.apply(item) : own.result();
    }

    /** Returns false if there are enough writers; the write is in the queue then. */
    private boolean tryBecomeWriter(PendingWrite<T, R> own) {
        lock.lock();
        try {
            if (writers < limits.writers()) {
                writers++;
                return true;
            }
            queue.add(own);
            return false;
        } finally {
            lock.unlock();
        }
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

    /** The writer's own write and what has queued up in the meantime. */
    private List<PendingWrite<T, R>> takeBatch(PendingWrite<T, R> own) {
        List<PendingWrite<T, R>> batch = new ArrayList<>();
        batch.add(own);
        lock.lock();
        try {
            while (batch.size() < limits.batchSize() && !queue.isEmpty()) {
                batch.add(queue.remove());
            }
        } finally {
            lock.unlock();
        }
        return batch;
    }

    private R writeBatch(List<PendingWrite<T, R>> batch) {
        PendingWrite<T, R> own = batch.get(0);
        List<PendingWrite<T, R>> others = batch.subList(1, batch.size());
        try {
            List<R> results = written(batch);
            for (int i = 1; i < batch.size(); i++) {
                batch.get(i).done(results.get(i));
            }
            return results.get(0);
        } catch (StoreException failure) {
            boolean isShared = !others.isEmpty();
            if (isShared
                    && (SqlErrorClassifier.mayBeOfOneRow(failure)
                            || Thread.currentThread().isInterrupted())) {
                others.forEach(PendingWrite::leaveAlone);
                return alone.apply(own.item());
            }
            others.forEach(other -> other.failed(failure));
            throw failure;
        } finally {
            others.forEach(PendingWrite::leaveAlone);
        }
    }

    /** The next writer may begin before the threads of this batch have their results. */
    private List<R> written(List<PendingWrite<T, R>> batch) {
        try {
            return batch.size() == 1
                    ? List.of(alone.apply(batch.get(0).item()))
                    : together.apply(batch.stream().map(PendingWrite::item).toList());
        } finally {
            handOver();
        }
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
}
