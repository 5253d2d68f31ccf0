package dev.idempotency.spring.autoconfigure;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.internal.web.FilterSettings;
import dev.idempotency.spring.internal.web.response.ReplayHeaders;
import jakarta.servlet.MultipartConfigElement;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.RequestMethod;

/** Turns properties into what the filter understands. */
final class FilterSettingsFactory {

    /** If it is not configured, bodies may take one part of the heap in so many. */
    private static final int HEAP_PER_BODIES = 16;

    private FilterSettingsFactory() {}

    /** @param uploads what Spring takes of them; null where it takes none */
    static FilterSettings properties(IdempotencyProperties properties, @Nullable MultipartConfigElement uploads) {
        long bodies = maxBodiesInMemory(properties);
        return new FilterSettings(
                properties.headerName(),
                properties.methods().stream().map(RequestMethod::name).collect(Collectors.toSet()),
                properties.scope().perRoute(),
                (int) maxRequestSize(properties),
                (int) maxUploadSize(properties, uploads, bodies),
                bodies,
                (int) properties.maxResponseSize().toBytes(),
                replayed(properties.replay()),
                properties.exposeHeaders(),
                properties.errorPages(),
                properties.retryAfterStoreFailure());
    }

    private static long maxRequestSize(IdempotencyProperties properties) {
        DataSize set = properties.maxRequestSize();
        return (set == null ? IdempotencyProperties.LARGEST_REQUEST : set).toBytes();
    }

    /** Spring's limit may be none; but what is taken has to be kept. */
    private static long maxUploadSize(
            IdempotencyProperties properties, @Nullable MultipartConfigElement uploads, long bodies) {
        long request = maxRequestSize(properties);
        if (uploads == null || properties.maxRequestSize() != null) {
            return request;
        }
        long upload = uploads.getMaxRequestSize() < 0 ? Long.MAX_VALUE : uploads.getMaxRequestSize();
        return Math.min(Math.max(request, upload), Math.min(bodies, Integer.MAX_VALUE - 1));
    }

    /** Of a small heap that part may be less than a single body. */
    private static long maxBodiesInMemory(IdempotencyProperties properties) {
        DataSize set = properties.maxBodiesInMemory();
        return set != null
                ? set.toBytes()
                : Math.max(maxRequestSize(properties), Runtime.getRuntime().maxMemory() / HEAP_PER_BODIES);
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
