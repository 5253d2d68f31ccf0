package dev.idempotency.spring.internal.metrics;

import dev.idempotency.spring.internal.background.BackgroundWork;
import dev.idempotency.spring.internal.background.TaskLag;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.function.Supplier;

/** Whether this node's background work is done in time; known without asking the store. */
public final class UpkeepMeters implements MeterBinder {

    private final Supplier<List<TaskLag>> lags;

    public UpkeepMeters(BackgroundWork work) {
        this(work::lags);
    }

    UpkeepMeters(Supplier<List<TaskLag>> lags) {
        this.lags = lags;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("idempotency.upkeep.late", lags, UpkeepMeters::late)
                .description("Kinds of background work that this node has missed several times in a row")
                .register(registry);
    }

    private static double late(Supplier<List<TaskLag>> lags) {
        return lags.get().stream().filter(TaskLag::isLate).count();
    }
}
