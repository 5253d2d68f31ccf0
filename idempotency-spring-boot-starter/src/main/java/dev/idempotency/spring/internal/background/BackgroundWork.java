package dev.idempotency.spring.internal.background;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * Repeats its tasks while the application context runs, each on a thread of its own, so that a slow task does not delay
 * the others. Pauses vary a little, so that nodes that were started together do not all work at the same moment.
 *
 * <p>It starts before the web server accepts requests and stops after the last one was answered, so that leases are
 * renewed to the end.
 */
public final class BackgroundWork implements SmartLifecycle {

    /** Before the web server, which stops first. */
    private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 4096;

    private static final Logger log = LoggerFactory.getLogger(BackgroundWork.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final double SPREAD = 0.1;

    private final List<BackgroundTask> tasks;
    private final boolean virtualThreads;
    private final Map<String, Instant> lastSuccesses = new ConcurrentHashMap<>();
    private volatile Instant startedAt = Instant.now();
    private volatile @Nullable Session session;

    public BackgroundWork(List<BackgroundTask> tasks, boolean virtualThreads) {
        this.tasks = List.copyOf(tasks);
        this.virtualThreads = virtualThreads;
    }

    /** When each task last succeeded; a task that never did is missing. */
    public Map<String, Instant> lastSuccesses() {
        return Map.copyOf(lastSuccesses);
    }

    /** How far each task is behind, in their order. */
    public List<TaskLag> lags() {
        Instant now = Instant.now();
        return tasks.stream()
                .map(task -> {
                    Instant last = lastSuccesses.get(task.name());
                    Duration lag = Duration.between(last == null ? startedAt : last, now);
                    return new TaskLag(task.name(), task.every(), lag, last != null);
                })
                .toList();
    }

    @Override
    public void start() {
        if (session == null) {
            SimpleAsyncTaskExecutor threads = new SimpleAsyncTaskExecutor("idempotency-");
            threads.setDaemon(true);
            threads.setVirtualThreads(virtualThreads);
            threads.setTaskTerminationTimeout(PATIENCE.toMillis());
            startedAt = Instant.now();
            Session begun = new Session(threads, new CountDownLatch(1));
            tasks.forEach(task -> threads.execute(() -> repeat(task, begun)));
            session = begun;
        }
    }

    @Override
    public void stop() {
        Session ending = session;
        session = null;
        if (ending != null) {
            ending.over().countDown();
            ending.threads().close();
        }
    }

    @Override
    public boolean isRunning() {
        return session != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    private void repeat(BackgroundTask task, Session until) {
        Thread.currentThread().setName("idempotency-" + task.name());
        try {
            while (!until.over().await(pause(task), TimeUnit.NANOSECONDS)) {
                once(task);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void once(BackgroundTask task) {
        try {
            task.work().run();
            lastSuccesses.put(task.name(), Instant.now());
        } catch (RuntimeException | Error failure) {
            log.warn("The background task \"{}\" failed; it is tried again in {}", task.name(), task.every(), failure);
        }
    }

    private static long pause(BackgroundTask task) {
        double factor = 1 - SPREAD + 2 * SPREAD * ThreadLocalRandom.current().nextDouble();
        return Math.round(task.every().toNanos() * factor);
    }

    private record Session(SimpleAsyncTaskExecutor threads, CountDownLatch over) {}
}
