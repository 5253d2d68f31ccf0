package dev.idempotency.spring.internal.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/** The counters. What each one counts, exactly, is told in {@code docs/operations/metrics.md}. */
enum CounterName {
    RESERVE_CREATED("reserve.created", "Requests that ran as the first with their key"),
    RESERVE_REPLAY("reserve.replay", "Requests whose first attempt had finished"),
    RESERVE_IN_PROGRESS("reserve.in_progress", "Requests whose first attempt was still running"),
    RESERVE_KEY_MISUSE("reserve.key_misuse", "Requests with the key of another request"),
    RESERVE_FAILED_RETRY("reserve.failed_retry", "Requests that ran after an attempt without effect"),
    RESERVE_UNKNOWN("reserve.unknown", "Requests whose first attempt has an unknown outcome"),
    STORE_ERROR("store.error", "Calls of the store that failed"),
    ZOMBIE_KEY("zombie_key", "Runs that were lost, or ended after another run or a decision had taken their record"),
    TTL_PRUNED("ttl_pruned", "Records that were reaped because their retention was over"),
    RECONCILE_SCHEDULED("reconcile.scheduled", "Outcomes that became unknown, or were queued again by an operator"),
    RECONCILE_RESOLVED("reconcile.resolved", "Unknown outcomes that were found out or decided"),
    RECONCILE_FAILED("reconcile.failed", "Unknown outcomes that became dead letters: an operator must decide");

    private final String name;
    private final String description;

    CounterName(String name, String description) {
        this.name = "idempotency." + name;
        this.description = description;
    }

    /** The counter with these tags, which is zero until it is first used. */
    Counter in(MeterRegistry registry, String... tags) {
        return Counter.builder(name)
                .description(description)
                .tags(Tags.of(tags))
                .register(registry);
    }
}
