package dev.idempotency.spring.metrics;

import dev.idempotency.spring.background.BackgroundWork;
import dev.idempotency.spring.background.Progress;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.function.Supplier;

/** Whether this node's background work is done in time; known without asking the store. */
public final class UpkeepMeters implements MeterBinder {

    private final Supplier<List<Progress>> progress;

    public UpkeepMeters(BackgroundWork work) {
        this(work::progress);
    }

    UpkeepMeters(Supplier<List<Progress>> progress) {
        this.progress = progress;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("idempotency.upkeep.late", progress, UpkeepMeters::late)
                .description("Kinds of background work that this node has missed several times in a row")
                .register(registry);
    }

    private static double late(Supplier<List<Progress>> progress) {
        return progress.get().stream().filter(Progress::isLate).count();
    }
}
