package dev.idempotency.jdbc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** Writes that queue up behind one whose statement is held back. */
final class QueuedWrites implements AutoCloseable {

    static final Sharing PATIENT = new Sharing(1, 64, Duration.ofMinutes(1));

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Thread> waiting = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch heldBack = new CountDownLatch(1);
    private final WatchedDataSource watched;

    QueuedWrites(DataSource dataSource) {
        watched = new WatchedDataSource(dataSource, sql -> holdBackFirst());
    }

    OwnTransaction database() {
        return new OwnTransaction(watched, Duration.ofMinutes(1));
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
        int before = waiting.size();
        CompletableFuture<T> result = async(() -> {
            waiting.add(Thread.currentThread());
            return write.get();
        });
        SharedWritesTest.awaitQueued(waiting, before + 1);
        return result;
    }

    <T> CompletableFuture<T> async(Supplier<T> write) {
        return CompletableFuture.supplyAsync(write, threads);
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
        threads.shutdownNow();
    }
}
