package dev.idempotency.spring.autoconfigure;

import static dev.idempotency.spring.autoconfigure.Checks.positive;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What is measured.
 *
 * @param countEvery How often a node counts unknown outcomes and dead letters for the gauges.
 */
@ConfigurationProperties("idempotency.metrics")
public record MetricsProperties(@DefaultValue("30s") Duration countEvery) {

    /** Checks the time. */
    public MetricsProperties {
        positive(countEvery, "metrics.count-every");
    }
}
