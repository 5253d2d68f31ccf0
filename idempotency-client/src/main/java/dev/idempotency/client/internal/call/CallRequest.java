package dev.idempotency.client.internal.call;

import java.net.URI;
import java.util.Optional;
import java.util.Set;

/**
 * What a client is about to send.
 *
 * @param method the method in upper case
 * @param uri where it goes
 * @param header the value of the key header, if the caller has set it
 * @param key the attribute with the key
 * @param step the attribute with the step
 * @param businessId the business id of the work around it
 */
public record CallRequest(
        String method,
        URI uri,
        Optional<String> header,
        Optional<String> key,
        Optional<String> step,
        Optional<String> businessId) {

    private static final Set<String> PROTECTED = Set.of("POST", "PATCH");

    /** Whether requests with this method do not do the same twice as once. */
    public static boolean needsKey(String method) {
        return PROTECTED.contains(method);
    }
}
