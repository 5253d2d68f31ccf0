package dev.idempotency.spring.autoconfigure;

import static dev.idempotency.spring.autoconfigure.Checks.positive;
import static dev.idempotency.spring.autoconfigure.Checks.require;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What happens while the store is away.
 *
 * @param enabled Whether requests are refused at once while the store is away.
 * @param failures How many calls in a row must fail to reach the store before requests are refused.
 * @param pause How long requests are refused before the store is tried again.
 */
@ConfigurationProperties("idempotency.circuit")
public record CircuitProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("5") int failures,
        @DefaultValue("1s") Duration pause) {

    /** Checks the numbers. */
    public CircuitProperties {
        require(failures > 0, "circuit.failures is at least 1, not " + failures);
        positive(pause, "circuit.pause");
    }
}
