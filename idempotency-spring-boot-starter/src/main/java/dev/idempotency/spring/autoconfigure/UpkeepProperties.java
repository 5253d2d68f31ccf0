package dev.idempotency.spring.autoconfigure;

import static dev.idempotency.spring.autoconfigure.Checks.positive;
import static dev.idempotency.spring.autoconfigure.Checks.require;

import dev.idempotency.core.store.IdempotencyStore.Reaping;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What every node does in the background.
 *
 * @param enabled Whether this node does background work; at least one node must.
 * @param renewEvery How often a node checks the leases of its runs; it renews each lease when a third of it is over.
 * @param sweepEvery How often a node looks for lapsed leases, and makes the outcomes of their runs unknown.
 * @param sweepBack How far back the first sweep after a start looks.
 * @param reapEvery How often a node reaps records that are past their retention.
 * @param reaping What becomes of a record that is past its retention.
 * @param reapBatch How many records a node reaps in one step.
 * @param reapPerSecond How many records a node reaps in a second at most.
 */
@ConfigurationProperties("idempotency.upkeep")
public record UpkeepProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("250ms") Duration renewEvery,
        @DefaultValue("5s") Duration sweepEvery,
        @DefaultValue("7d") Duration sweepBack,
        @DefaultValue("1m") Duration reapEvery,
        @DefaultValue("delete") Reaping reaping,
        @DefaultValue("500") int reapBatch,
        @DefaultValue("2000") int reapPerSecond) {

    /** Checks the times. */
    public UpkeepProperties {
        positive(renewEvery, "upkeep.renew-every");
        positive(sweepEvery, "upkeep.sweep-every");
        positive(sweepBack, "upkeep.sweep-back");
        positive(reapEvery, "upkeep.reap-every");
        require(reapBatch > 0, "upkeep.reap-batch is at least 1, not " + reapBatch);
        require(reapPerSecond > 0, "upkeep.reap-per-second is at least 1, not " + reapPerSecond);
    }
}
