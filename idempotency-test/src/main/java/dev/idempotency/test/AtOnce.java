package dev.idempotency.test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Calls that start at the same moment. */
public final class AtOnce {

    private static final long PATIENCE_SECONDS = 120;

    private AtOnce() {}

    /** Calls all of them on threads of their own, held back until the last is ready; returns the results in order. */
    public static <T> List<T> call(List<? extends Callable<T>> calls) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(calls.size());
        CountDownLatch ready = new CountDownLatch(calls.size());
        try {
            List<Future<T>> futures = new ArrayList<>();
            for (Callable<T> call : calls) {
                futures.add(threads.submit(() -> {
                    ready.countDown();
                    if (!ready.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                        throw new IllegalStateException("Not all threads got ready");
                    }
                    return call.call();
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}
