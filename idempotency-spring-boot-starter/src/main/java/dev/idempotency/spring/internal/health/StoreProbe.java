package dev.idempotency.spring.internal.health;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * Checks the store and waits for it no longer than the time-out: if the probe hung with the store, an orchestrator
 * would kill the application. While one check is open, no other is started.
 */
final class StoreProbe {

    private final StoreCheck check;
    private final Duration patience;
    private final SimpleAsyncTaskExecutor threads = new SimpleAsyncTaskExecutor("idempotency-health-");
    private final Object lock = new Object();
    private CompletableFuture<Void> asked = CompletableFuture.completedFuture(null);

    StoreProbe(StoreCheck check, Duration patience) {
        this.check = check;
        this.patience = patience;
        threads.setDaemon(true);
    }

    StoreState ask() throws InterruptedException {
        try {
            question().get(patience.toNanos(), TimeUnit.NANOSECONDS);
            return StoreState.USABLE;
        } catch (TimeoutException e) {
            return StoreState.SLOW;
        } catch (ExecutionException e) {
            return StoreState.of(e.getCause());
        }
    }

    private CompletableFuture<Void> question() {
        synchronized (lock) {
            if (asked.isDone()) {
                asked = CompletableFuture.runAsync(check::run, threads);
            }
            return asked;
        }
    }
}
