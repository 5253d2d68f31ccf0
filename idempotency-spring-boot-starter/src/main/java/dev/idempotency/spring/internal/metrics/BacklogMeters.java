package dev.idempotency.spring.internal.metrics;

import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.IdempotencyStore.Unresolved;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The number of unknown outcomes. Reading these gauges does not query the store: a background task counts unknown
 * outcomes from time to time, through an index of only those, and stops at a limit.
 */
public final class BacklogMeters {

    /** The count stops here: beyond it, the exact number does not matter. */
    private static final int LIMIT = 10_000;

    private final IdempotencyStore store;
    private final AtomicInteger unknown;
    private final AtomicInteger deadLetters;

    /** Makes the gauges. */
    public BacklogMeters(MeterRegistry registry, IdempotencyStore store) {
        this.store = store;
        this.unknown = gauge(registry, "idempotency.unknown", "Unknown outcomes that the reconcilers still work on");
        this.deadLetters = gauge(registry, "idempotency.dead_letters", "Unknown outcomes that wait for an operator");
    }

    private static AtomicInteger gauge(MeterRegistry registry, String name, String description) {
        AtomicInteger value = new AtomicInteger();
        Gauge.builder(name, value, AtomicInteger::get)
                .description(description)
                .strongReference(true)
                .register(registry);
        return value;
    }

    /** Counts. If the store fails, the figures stay as they were. */
    public void refresh() {
        unknown.set(store.countUnknown(Unresolved.OPEN, LIMIT));
        deadLetters.set(store.countUnknown(Unresolved.DEAD_LETTER, LIMIT));
    }
}
