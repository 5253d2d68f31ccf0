package dev.idempotency.spring.autoconfigure;

import static dev.idempotency.spring.autoconfigure.Checks.positive;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the health of the application says.
 *
 * @param downOnFailure Whether the health is DOWN when the store cannot be used or background work is late; if false, only the details say so.
 * @param timeout How long the health waits for the store before it calls it slow.
 */
@ConfigurationProperties("idempotency.health")
public record HealthProperties(
        @DefaultValue("false") boolean downOnFailure,
        @DefaultValue("2s") Duration timeout) {

    /** Checks the time. */
    public HealthProperties {
        positive(timeout, "health.timeout");
    }
}
