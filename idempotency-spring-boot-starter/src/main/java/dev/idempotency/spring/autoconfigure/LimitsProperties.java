package dev.idempotency.spring.autoconfigure;

import static dev.idempotency.spring.autoconfigure.Checks.require;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * How many keys one scope may use.
 *
 * @param activeKeys How many records a scope may have at a time; unlimited if not set.
 * @param newKeysPerSecond How many new keys a scope may use in a second, on each node; unlimited if not set.
 */
@ConfigurationProperties("idempotency.limits")
public record LimitsProperties(
        @Nullable Integer activeKeys, @Nullable Integer newKeysPerSecond) {

    /** Checks the numbers. */
    public LimitsProperties {
        require(activeKeys == null || activeKeys > 0, "limits.active-keys is at least 1, not " + activeKeys);
        require(
                newKeysPerSecond == null || newKeysPerSecond > 0,
                "limits.new-keys-per-second is at least 1, not " + newKeysPerSecond);
    }

    boolean areAny() {
        return activeKeys != null || newKeysPerSecond != null;
    }
}
