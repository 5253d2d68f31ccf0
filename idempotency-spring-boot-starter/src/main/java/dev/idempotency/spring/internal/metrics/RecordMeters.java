package dev.idempotency.spring.internal.metrics;

import dev.idempotency.core.store.RecordEvent;
import dev.idempotency.core.store.RecordListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts what becomes of records. A run that is lost is a zombie, and its outcome is to be reconciled: it counts as both. */
public final class RecordMeters implements RecordListener {

    private final Map<RecordEvent, List<Counter>> counters = new EnumMap<>(RecordEvent.class);

    public RecordMeters(MeterRegistry registry) {
        Counter lost = CounterName.ZOMBIE_KEY.in(registry, "outcome", "lapsed");
        Counter lostScheduled = CounterName.RECONCILE_SCHEDULED.in(registry, "outcome", "lapsed");
        counters.put(RecordEvent.LAPSED, List.of(lost, lostScheduled));
        put(RecordEvent.TAKEN_OVER, CounterName.ZOMBIE_KEY.in(registry, "outcome", "taken_over"));
        put(RecordEvent.RESUMED, CounterName.ZOMBIE_KEY.in(registry, "outcome", "resumed"));
        put(RecordEvent.ABANDONED, CounterName.RECONCILE_SCHEDULED.in(registry, "outcome", "abandoned"));
        put(RecordEvent.CAME_TOO_LATE, CounterName.ZOMBIE_KEY.in(registry, "outcome", "late"));
        put(RecordEvent.ENDED_UNKNOWN, CounterName.RECONCILE_SCHEDULED.in(registry, "outcome", "ended_unknown"));
        put(RecordEvent.REQUEUED, CounterName.RECONCILE_SCHEDULED.in(registry, "outcome", "requeued"));
        put(RecordEvent.FOUND_EXECUTED, CounterName.RECONCILE_RESOLVED.in(registry, "outcome", "executed"));
        put(RecordEvent.FOUND_NOT_EXECUTED, CounterName.RECONCILE_RESOLVED.in(registry, "outcome", "not_executed"));
        put(RecordEvent.GIVEN_UP, CounterName.RECONCILE_FAILED.in(registry));
        put(RecordEvent.REAPED, CounterName.TTL_PRUNED.in(registry));
    }

    private void put(RecordEvent event, Counter counter) {
        counters.put(event, List.of(counter));
    }

    @Override
    public void happened(RecordEvent event, int records) {
        counters.getOrDefault(event, List.of()).forEach(counter -> counter.increment(records));
    }
}
