package dev.idempotency.client.autoconfigure;

import dev.idempotency.client.CallSettings;
import dev.idempotency.client.KeySpelling;
import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Keys and retries of the clients that Spring Boot builds.
 *
 * @param enabled Whether clients that Spring Boot builds give keys to their requests.
 * @param hosts Hosts whose POST and PATCH requests get a key, by the alias that metrics show. No other host gets one.
 * @param headerName Name of the header that carries the key.
 * @param keySpelling How the key is spelled in its header.
 * @param maxAttempts How often a request is sent at most, the first time included.
 * @param budget How long after its begin a call may still send a request, and for how long a retry may run.
 * @param firstPause About how long to wait before the second attempt. Each further pause is twice as long.
 * @param maxWait Longest pause. When a server asks for a longer one, the caller gets that answer at once.
 */
@ConfigurationProperties("idempotency.client")
public record ClientProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue Map<String, String> hosts,
        @DefaultValue("Idempotency-Key") String headerName,
        @DefaultValue("bare") KeySpelling keySpelling,
        @DefaultValue("4") int maxAttempts,
        @DefaultValue("30s") Duration budget,
        @DefaultValue("200ms") Duration firstPause,
        @DefaultValue("1m") Duration maxWait) {

    /** Checks the values. */
    public ClientProperties {
        try {
            new CallSettings(hosts, headerName, keySpelling, maxAttempts, budget, firstPause, maxWait, false);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("idempotency.client.*: " + e.getMessage(), e);
        }
    }

    CallSettings settings() {
        return new CallSettings(hosts, headerName, keySpelling, maxAttempts, budget, firstPause, maxWait, false);
    }
}
