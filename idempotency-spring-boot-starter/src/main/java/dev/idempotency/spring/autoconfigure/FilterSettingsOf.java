package dev.idempotency.spring.autoconfigure;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.web.FilterSettings;
import dev.idempotency.spring.web.response.ReplayHeaders;
import java.util.stream.Collectors;
import org.springframework.web.bind.annotation.RequestMethod;

/** Turns properties into what the filter understands. */
final class FilterSettingsOf {

    private FilterSettingsOf() {}

    static FilterSettings properties(IdempotencyProperties properties) {
        return new FilterSettings(
                properties.headerName(),
                properties.methods().stream().map(RequestMethod::name).collect(Collectors.toSet()),
                properties.scope().perRoute(),
                (int) properties.maxRequestSize().toBytes(),
                (int) properties.maxResponseSize().toBytes(),
                replayed(properties.replay()),
                properties.exposeHeaders(),
                properties.errorPages(),
                properties.retryAfterStoreFailure());
    }

    private static ReplayHeaders replayed(IdempotencyProperties.Replay replay) {
        try {
            return ReplayHeaders.with(replay.headers());
        } catch (IllegalArgumentException e) {
            throw new IdempotencyConfigurationException(
                    "idempotency.replay.headers is not valid: " + e.getMessage(), "Remove it from the property.", e);
        }
    }
}
