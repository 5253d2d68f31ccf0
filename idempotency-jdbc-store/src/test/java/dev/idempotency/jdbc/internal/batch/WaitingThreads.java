package dev.idempotency.jdbc.internal.batch;

import dev.idempotency.jdbc.OtherSession;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Threads that write, and those of them that wait to be taken along. */
public final class WaitingThreads implements AutoCloseable {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Thread> waiting = Collections.synchronizedList(new ArrayList<>());

    public <T> CompletableFuture<T> async(Supplier<T> write) {
        return CompletableFuture.supplyAsync(write, threads);
    }

    /** Returns when it waits in the queue. */
    public <T> CompletableFuture<T> queued(Supplier<T> write) {
        int before = waiting.size();
        CompletableFuture<T> result = async(() -> {
            waiting.add(Thread.currentThread());
            return write.get();
        });
        OtherSession.await(
                () -> waiting.size() > before
                        && waiting.stream()
                                .allMatch(
                                        thread -> LockSupport.getBlocker(thread) instanceof WriteBatcher.PendingWrite),
                "a write to queue up");
        return result;
    }

    public Thread last() {
        return waiting.get(waiting.size() - 1);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
