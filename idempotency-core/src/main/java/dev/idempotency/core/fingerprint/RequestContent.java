package dev.idempotency.core.fingerprint;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What of a request is fingerprinted. The body is there whole, however it was transferred: nothing here knows of a
 * declared length.
 *
 * @param method the method as the client sent it
 * @param path the concrete path, never a route's pattern
 * @param query the raw query without its question mark, or null when the request has none
 * @param contentType the raw {@code Content-Type}, or null when the request has none
 * @param contentEncoding the raw {@code Content-Encoding}, all lines joined by commas, or null when the request has none
 * @param body the body; {@link RequestBody#EMPTY} when there is none
 */
public record RequestContent(
        String method,
        String path,
        @Nullable String query,
        @Nullable String contentType,
        @Nullable String contentEncoding,
        RequestBody body) {

    /** A request whose body is not encoded. */
    public RequestContent(
            String method, String path, @Nullable String query, @Nullable String contentType, RequestBody body) {
        this(method, path, query, contentType, null, body);
    }

    public RequestContent {
        if (method.isBlank()) {
            throw new IllegalArgumentException("A request has a method, this one is blank: '" + method + "'");
        }
        if (path.isEmpty()) {
            throw new IllegalArgumentException("A request has a path, this one is empty");
        }
        Objects.requireNonNull(body, "A request without a body has RequestBody.EMPTY");
    }

    /** Whether the body's bytes are not what its type says, but something that was made of it. */
    public boolean isEncoded() {
        return contentEncoding != null
                && !contentEncoding.isBlank()
                && !contentEncoding.strip().equalsIgnoreCase("identity");
    }

    /** Method, path and the size of the body: the query and the body may hold secrets. */
    @Override
    public String toString() {
        return "RequestContent[" + method + " " + path + ", " + body + "]";
    }
}
