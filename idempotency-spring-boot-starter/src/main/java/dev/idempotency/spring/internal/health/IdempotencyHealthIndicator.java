package dev.idempotency.spring.internal.health;

import dev.idempotency.spring.internal.background.BackgroundWork;
import dev.idempotency.spring.internal.background.TaskLag;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Tells whether the store can be used, and how far the background work is behind.
 *
 * <p>The status is UP in any case, unless configured otherwise: while the store is away, requests are refused anyway,
 * and a restarted process would not reach the store either.
 */
public final class IdempotencyHealthIndicator implements HealthIndicator {

    private final StoreProbe probe;
    private final @Nullable BackgroundWork work;
    private final boolean downOnFailure;

    /**
     * For one store.
     *
     * @param work null where this node leaves it to others
     * @param timeout how long the check may take before the store counts as slow
     * @param downOnFailure whether the status is DOWN when something is wrong
     */
    public IdempotencyHealthIndicator(
            StoreCheck check, @Nullable BackgroundWork work, Duration timeout, boolean downOnFailure) {
        this.probe = new StoreProbe(check, timeout);
        this.work = work;
        this.downOnFailure = downOnFailure;
    }

    @Override
    public Health health() {
        return told(askStore(), work == null ? null : work.lags());
    }

    /** @param done null where this node leaves it to others */
    Health told(StoreState store, @Nullable List<TaskLag> done) {
        Map<String, String> upkeep = new LinkedHashMap<>();
        boolean late = false;
        if (done != null) {
            for (TaskLag progress : done) {
                upkeep.put(progress.name(), text(progress));
                late |= progress.isLate();
            }
        }
        boolean well = store == StoreState.USABLE && !late;
        return (well || !downOnFailure ? Health.up() : Health.down())
                .withDetail("store", store.name().toLowerCase(Locale.ROOT))
                .withDetail("upkeep", done == null ? "left to other nodes" : upkeep)
                .build();
    }

    private StoreState askStore() {
        try {
            return probe.ask();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return StoreState.SLOW;
        }
    }

    private static String text(TaskLag progress) {
        return (progress.isLate() ? "late, " : "on time, ")
                + (progress.everDone() ? "last done " : "never done since the start ")
                + progress.lag().toSeconds() + " s ago";
    }
}
