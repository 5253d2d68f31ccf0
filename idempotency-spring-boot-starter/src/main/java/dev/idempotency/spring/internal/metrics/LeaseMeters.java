package dev.idempotency.spring.internal.metrics;

import dev.idempotency.core.engine.LeaseRenewer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.TimeUnit;

/** The age of the oldest running request of this node; known without asking the store. */
public final class LeaseMeters implements MeterBinder {

    private final LeaseRenewer leases;

    public LeaseMeters(LeaseRenewer leases) {
        this.leases = leases;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        TimeGauge.builder("idempotency.oldest_lease", leases, TimeUnit.NANOSECONDS, LeaseMeters::oldestNanos)
                .description("For how long the longest of the requests that run on this node has been running")
                .register(registry);
    }

    private static double oldestNanos(LeaseRenewer leases) {
        return leases.oldest().toNanos();
    }
}
