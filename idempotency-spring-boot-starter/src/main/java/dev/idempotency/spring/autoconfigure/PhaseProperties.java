package dev.idempotency.spring.autoconfigure;

import static dev.idempotency.spring.autoconfigure.Checks.positive;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Phases of handlers, which a later run of the same request does not repeat.
 *
 * @param abandonedAfter How long a lost run that has finished phases waits for a retry to go on with it; after that its outcome is unknown.
 */
@ConfigurationProperties("idempotency.phases")
public record PhaseProperties(@DefaultValue("1h") Duration abandonedAfter) {

    /** Checks the time. */
    public PhaseProperties {
        positive(abandonedAfter, "phases.abandoned-after");
    }
}
