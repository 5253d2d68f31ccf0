package dev.idempotency.core.fingerprint;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What of a request is fingerprinted, wherever the request comes from. The body is there whole, however it was transferred:
 * nothing here knows of a declared length.
 *
 * @param verb what is asked for; over HTTP the method, as the client sent it
 * @param target what it is asked of; over HTTP the concrete path, never a route's pattern
 * @param parameters in the form of a URL's query, without a question mark, or null when the request has none
 * @param contentType the media type of the body as it was sent, or null when the request has none
 * @param contentEncoding what was made of the body's bytes, such as {@code gzip}, all that was sent joined by commas, or null
 *     when the request has none
 * @param body the body; {@link RequestBody#EMPTY} when there is none
 */
public record RequestContent(
        String verb,
        String target,
        @Nullable String parameters,
        @Nullable String contentType,
        @Nullable String contentEncoding,
        RequestBody body) {

    /** A request whose body is not encoded. */
    public RequestContent(
            String verb, String target, @Nullable String parameters, @Nullable String contentType, RequestBody body) {
        this(verb, target, parameters, contentType, null, body);
    }

    public RequestContent {
        if (verb.isBlank()) {
            throw new IllegalArgumentException("A request has a verb, this one is blank: '" + verb + "'");
        }
        if (target.isEmpty()) {
            throw new IllegalArgumentException("A request has a target, this one is empty");
        }
        Objects.requireNonNull(body, "A request without a body has RequestBody.EMPTY");
    }

    /** Whether the body's bytes are not what its type says, but something that was made of it. */
    public boolean isEncoded() {
        return contentEncoding != null
                && !contentEncoding.isBlank()
                && !contentEncoding.strip().equalsIgnoreCase("identity");
    }

    /** Verb, target and the size of the body: the parameters and the body may hold secrets. */
    @Override
    public String toString() {
        return "RequestContent[" + verb + " " + target + ", " + body + "]";
    }
}
