package dev.idempotency.core.record;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The answer that a retry gets: status, headers and the exact bytes of the body.
 *
 * <p>A response that was streamed or too large is recorded without its body: the work is finished and is not done again, but
 * there is nothing to replay.
 */
public final class RecordedResponse {

    /** The form of recorded responses that this version writes, and the newest one that it can read. */
    public static final int SCHEMA_VERSION = 1;

    /**
     * The form of recorded responses whose headers and body are one piece of bytes that only a codec can read. Version 2 was the
     * same without the fingerprint, and is not read any more.
     */
    public static final int CODED_VERSION = 3;

    private final int schemaVersion;
    private final int status;
    private final List<Header> headers;
    private final byte @Nullable [] body;

    private RecordedResponse(int schemaVersion, int status, List<Header> headers, byte @Nullable [] body) {
        if (schemaVersion < 1) {
            throw new IllegalArgumentException("Schema version must be at least 1, not " + schemaVersion);
        }
        if (status < 100 || status > 599) {
            throw new IllegalArgumentException("Status must be between 100 and 599, not " + status);
        }
        this.schemaVersion = schemaVersion;
        this.status = status;
        this.headers = List.copyOf(headers);
        this.body = body;
    }

    /** A response to replay. The array is kept, not copied: the caller must not change it any more. */
    public static RecordedResponse of(int status, List<Header> headers, byte[] body) {
        return new RecordedResponse(SCHEMA_VERSION, status, headers, Objects.requireNonNull(body, "body"));
    }

    /** A response whose body was not kept. */
    public static RecordedResponse withoutBody(int status, List<Header> headers) {
        return new RecordedResponse(SCHEMA_VERSION, status, headers, null);
    }

    /** A response as a store holds it, perhaps written by a newer version. */
    public static RecordedResponse stored(int schemaVersion, int status, List<Header> headers, byte @Nullable [] body) {
        return new RecordedResponse(schemaVersion, status, headers, body);
    }

    /** Whether a retry can be given this answer: its body was kept, in a form that this version can read. */
    public boolean isReplayable() {
        return body != null && schemaVersion <= SCHEMA_VERSION;
    }

    public int schemaVersion() {
        return schemaVersion;
    }

    public int status() {
        return status;
    }

    public List<Header> headers() {
        return headers;
    }

    /** The bytes of the body, not a copy; empty when the body was not kept. */
    public Optional<byte[]> body() {
        return Optional.ofNullable(body);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RecordedResponse that
                && schemaVersion == that.schemaVersion
                && status == that.status
                && headers.equals(that.headers)
                && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return Objects.hash(schemaVersion, status, headers, Arrays.hashCode(body));
    }

    /** Status and size only, as body and headers may be confidential. */
    @Override
    public String toString() {
        return "RecordedResponse[status=" + status + ", " + (body == null ? "no body" : body.length + " bytes") + "]";
    }
}
