package dev.idempotency.spring.internal.web;

import dev.idempotency.spring.internal.web.response.ReplayHeaders;
import java.time.Duration;
import java.util.Set;

/**
 * What holds for all protected endpoints.
 *
 * @param headerName where the key stands
 * @param methods in upper case; requests of another method are never protected
 * @param scopePerRoute whether the same key on another route is another key
 * @param maxRequestSize how many bytes of a body are kept in memory, and taken at all
 * @param maxUploadSize the same for a multipart body
 * @param maxBodiesInMemory how many bytes the bodies of all requests that run may have together
 * @param maxResponseSize how many bytes of an answer are kept in memory, and recorded at all
 * @param replayHeaders which headers are recorded with an answer
 * @param exposeHeaders whether scripts of another origin may read the headers of this filter
 * @param errorPages whether the container renders errors by a dispatch of its own, as it does for Spring Boot's error page;
 *     if false, the body of an error that was sent cannot be recorded
 * @param retryAfterStoreFailure time after which a client is told to ask again if the store cannot be reached
 */
public record FilterSettings(
        String headerName,
        Set<String> methods,
        boolean scopePerRoute,
        int maxRequestSize,
        int maxUploadSize,
        long maxBodiesInMemory,
        int maxResponseSize,
        ReplayHeaders replayHeaders,
        boolean exposeHeaders,
        boolean errorPages,
        Duration retryAfterStoreFailure) {

    public FilterSettings {
        methods = Set.copyOf(methods);
        requireSize(maxRequestSize, "request");
        requireSize(maxUploadSize, "upload");
        if (maxBodiesInMemory < 1) {
            throw new IllegalArgumentException(
                    "The bodies in memory must have at least 1 byte, not " + maxBodiesInMemory);
        }
        requireSize(maxResponseSize, "response");
    }

    private static void requireSize(int size, String what) {
        if (size < 0 || size == Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "The largest " + what + " must have 0 to " + (Integer.MAX_VALUE - 1) + " bytes, not " + size);
        }
    }
}
