package dev.idempotency.jdbc;

import dev.idempotency.jdbc.internal.batch.BatchLimits;
import dev.idempotency.jdbc.internal.batch.WaitingThreads;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** Writes that queue up behind one whose statement is held back. */
final class QueuedWrites implements AutoCloseable {

    static final BatchLimits PATIENT = new BatchLimits(1, 64, Duration.ofMinutes(1));

    private final WaitingThreads threads = new WaitingThreads();
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch heldBack = new CountDownLatch(1);
    private final WatchedDataSource watched;

    QueuedWrites(DataSource dataSource) {
        watched = new WatchedDataSource(dataSource, sql -> holdBackFirst());
    }

    StatementExecutor database() {
        return TestStore.patient().executor(watched);
    }

    /** The first word of each statement. */
    List<String> calls() {
        return watched.calls();
    }

    /** The one whose statement is held back. */
    <T> CompletableFuture<T> first(Supplier<T> write) throws InterruptedException {
        CompletableFuture<T> first = async(write);
        reached.await();
        return first;
    }

    <T> CompletableFuture<T> queued(Supplier<T> write) {
        return threads.queued(write);
    }

    <T> CompletableFuture<T> async(Supplier<T> write) {
        return threads.async(write);
    }

    void letGo() {
        heldBack.countDown();
    }

    private void holdBackFirst() {
        if (reached.getCount() > 0) {
            reached.countDown();
            try {
                heldBack.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public void close() {
        letGo();
        threads.close();
    }
}
