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
 * Lets writes that are asked for at the same moment share one statement and one commit, as most of what a write costs is its
 * commit.
 *
 * <ol>
 *   <li>Few enough are at it: the thread writes at once, alone.
 *   <li>Otherwise it waits in a queue, without a connection. Who has written wakes the first of the queue, and that one writes
 *       for all who are in it by then.
 *   <li>What becomes of the shared write is told to each. If a single one may be to blame for its failure, or the thread that
 *       happened to write, the others write alone.
 *   <li>Who has waited for too long to be taken along becomes a further writer, for itself and the rest of the queue: a write that
 *       is stuck holds up nobody for long.
 * </ol>
 *
 * <p>Writes must be independent of each other, and harmless when repeated by the same attempt.
 *
 * @param <T> what is written
 * @param <R> what became of it
 */
final class WriteBatcher<T, R> {

    private final BatchLimits sharing;
    private final Function<T, R> alone;
    private final Function<List<T>, List<R>> together;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<PendingWrite<T, R>> queue = new ArrayDeque<>();
    private int writers;

    /**
     * @param alone writes one
     * @param together writes several in one transaction, and returns what became of each, in their order
     */
    WriteBatcher(BatchLimits sharing, Function<T, R> alone, Function<List<T>, List<R>> together) {
        this.sharing = sharing;
        this.alone = alone;
        this.together = together;
    }

    R write(T item) {
        PendingWrite<T, R> own = new PendingWrite<>(item);
        if (!isWriterNow(own) && (own.await(sharing.patience().toNanos()) || !isFurtherWriter(own))) {
            own.await();
            if (!own.isWriter()) {
                return own.isToBeDoneAlone() ? alone.apply(item) : own.result();
            }
        }
        return writeFor(taken(own));
    }

    private boolean isWriterNow(PendingWrite<T, R> own) {
        lock.lock();
        try {
            if (writers < sharing.writers()) {
                writers++;
                return true;
            }
            queue.add(own);
            return false;
        } finally {
            lock.unlock();
        }
    }

    private boolean isFurtherWriter(PendingWrite<T, R> own) {
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

    /** The writer's own, and what has queued up meanwhile. */
    private List<PendingWrite<T, R>> taken(PendingWrite<T, R> own) {
        List<PendingWrite<T, R>> batch = new ArrayList<>();
        batch.add(own);
        lock.lock();
        try {
            while (batch.size() < sharing.most() && !queue.isEmpty()) {
                batch.add(queue.remove());
            }
        } finally {
            lock.unlock();
        }
        return batch;
    }

    private R writeFor(List<PendingWrite<T, R>> batch) {
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

    /** The next may write while the others are still told what became of theirs. */
    private List<R> written(List<PendingWrite<T, R>> batch) {
        try {
            return batch.size() == 1
                    ? List.of(alone.apply(batch.get(0).item()))
                    : together.apply(batch.stream().map(PendingWrite::item).toList());
        } finally {
            handOver();
        }
    }

    /** The first of the queue writes next; if there is none, whoever comes. */
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
