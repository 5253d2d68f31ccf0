package dev.idempotency.spring.autoconfigure;

import static dev.idempotency.spring.autoconfigure.Checks.positive;

import dev.idempotency.spring.metrics.StoreTimers;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What is measured.
 *
 * @param countEvery How often a node counts unknown outcomes and dead letters for the gauges.
 * @param storeTimers Which calls of the store are timed.
 */
@ConfigurationProperties("idempotency.metrics")
public record MetricsProperties(
        @DefaultValue("30s") Duration countEvery,
        @DefaultValue("requests") StoreTimers storeTimers) {

    /** Checks the time. */
    public MetricsProperties {
        positive(countEvery, "metrics.count-every");
    }
}
