package dev.idempotency.spring.autoconfigure;

import static dev.idempotency.spring.autoconfigure.Checks.require;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What runs record of their steps.
 *
 * @param maxPayload Largest result of a phase that is recorded, as JSON.
 */
@ConfigurationProperties("idempotency.steps")
public record StepProperties(@DefaultValue("64KB") DataSize maxPayload) {

    /** Checks the size. */
    public StepProperties {
        require(
                maxPayload.toBytes() > 0 && maxPayload.toBytes() <= Integer.MAX_VALUE,
                "steps.max-payload is at least 1 byte and less than 2GB, not " + maxPayload);
    }
}
