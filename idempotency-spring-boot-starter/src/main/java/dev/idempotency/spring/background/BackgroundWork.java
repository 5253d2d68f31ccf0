package dev.idempotency.spring.background;

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
 * Does its chores as long as the application context runs, each on a thread of its own, so that a slow one keeps no other from
 * its work. Pauses vary a little, so that nodes that were started together do not work together.
 *
 * <p>It starts before the web server takes requests and stops after the last one was answered: leases are renewed to the end.
 */
public final class BackgroundWork implements SmartLifecycle {

    /** Before the web server, which stops first. */
    private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 4096;

    private static final Logger log = LoggerFactory.getLogger(BackgroundWork.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final double SPREAD = 0.1;

    private final List<Chore> chores;
    private final boolean virtualThreads;
    private final Map<String, Instant> lastSuccesses = new ConcurrentHashMap<>();
    private volatile Instant startedAt = Instant.now();
    private volatile @Nullable Shift shift;

    public BackgroundWork(List<Chore> chores, boolean virtualThreads) {
        this.chores = List.copyOf(chores);
        this.virtualThreads = virtualThreads;
    }

    /** When each chore was last done without an error; one that never was is missing. */
    public Map<String, Instant> lastSuccesses() {
        return Map.copyOf(lastSuccesses);
    }

    /** How far each chore is behind, in their order. */
    public List<Progress> progress() {
        Instant now = Instant.now();
        return chores.stream()
                .map(chore -> {
                    Instant last = lastSuccesses.get(chore.name());
                    Duration lag = Duration.between(last == null ? startedAt : last, now);
                    return new Progress(chore.name(), chore.every(), lag, last != null);
                })
                .toList();
    }

    @Override
    public void start() {
        if (shift == null) {
            SimpleAsyncTaskExecutor threads = new SimpleAsyncTaskExecutor("idempotency-");
            threads.setDaemon(true);
            threads.setVirtualThreads(virtualThreads);
            threads.setTaskTerminationTimeout(PATIENCE.toMillis());
            startedAt = Instant.now();
            Shift begun = new Shift(threads, new CountDownLatch(1));
            chores.forEach(chore -> threads.execute(() -> repeat(chore, begun)));
            shift = begun;
        }
    }

    @Override
    public void stop() {
        Shift ending = shift;
        shift = null;
        if (ending != null) {
            ending.over().countDown();
            ending.threads().close();
        }
    }

    @Override
    public boolean isRunning() {
        return shift != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    private void repeat(Chore chore, Shift until) {
        Thread.currentThread().setName("idempotency-" + chore.name());
        try {
            while (!until.over().await(pause(chore), TimeUnit.NANOSECONDS)) {
                once(chore);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void once(Chore chore) {
        try {
            chore.work().run();
            lastSuccesses.put(chore.name(), Instant.now());
        } catch (RuntimeException | Error failure) {
            log.warn("Background work \"{}\" failed and is tried again in {}", chore.name(), chore.every(), failure);
        }
    }

    private static long pause(Chore chore) {
        double factor = 1 - SPREAD + 2 * SPREAD * ThreadLocalRandom.current().nextDouble();
        return Math.round(chore.every().toNanos() * factor);
    }

    private record Shift(SimpleAsyncTaskExecutor threads, CountDownLatch over) {}
}
