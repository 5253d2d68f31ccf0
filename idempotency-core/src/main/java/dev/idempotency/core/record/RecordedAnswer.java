package dev.idempotency.core.record;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The answer that a retry gets: a code, headers and the exact bytes of the body.
 *
 * <p>What the code and the headers mean is up to the caller of the engine: for HTTP the code is the status.
 *
 * <p>An answer that was streamed or too large is recorded without its body: the work is finished and does not run
 * again, but there is nothing to replay.
 */
public final class RecordedAnswer {

    /** The form of recorded responses that this version writes, and the newest one that it can read. */
    public static final int SCHEMA_VERSION = 1;

    /**
     * The form of recorded responses whose headers and body are one piece of bytes that only a codec can read. Version
     * 2 was the same without the fingerprint; this version does not read it.
     */
    public static final int CODED_VERSION = 3;

    private static final int LARGEST_CODE = 999;

    private final int schemaVersion;
    private final int code;
    private final List<Header> headers;
    private final byte @Nullable [] body;

    private RecordedAnswer(int schemaVersion, int code, List<Header> headers, byte @Nullable [] body) {
        if (schemaVersion < 1) {
            throw new IllegalArgumentException("Schema version must be at least 1, not " + schemaVersion);
        }
        if (code < 0 || code > LARGEST_CODE) {
            throw new IllegalArgumentException("Code must be between 0 and " + LARGEST_CODE + ", not " + code);
        }
        this.schemaVersion = schemaVersion;
        this.code = code;
        this.headers = List.copyOf(headers);
        this.body = body;
    }

    /** An answer to replay. The array is kept, not copied: the caller must not change it any more. */
    public static RecordedAnswer of(int code, List<Header> headers, byte[] body) {
        return new RecordedAnswer(SCHEMA_VERSION, code, headers, Objects.requireNonNull(body, "body"));
    }

    /** An answer whose body was not kept. */
    public static RecordedAnswer withoutBody(int code, List<Header> headers) {
        return new RecordedAnswer(SCHEMA_VERSION, code, headers, null);
    }

    /** An answer as a store holds it, perhaps written by a newer version. */
    public static RecordedAnswer stored(int schemaVersion, int code, List<Header> headers, byte @Nullable [] body) {
        return new RecordedAnswer(schemaVersion, code, headers, body);
    }

    /** Whether a retry can be given this answer: its body was kept, in a form that this version can read. */
    public boolean isReplayable() {
        return body != null && schemaVersion <= SCHEMA_VERSION;
    }

    public int schemaVersion() {
        return schemaVersion;
    }

    public int code() {
        return code;
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
        return other instanceof RecordedAnswer that
                && schemaVersion == that.schemaVersion
                && code == that.code
                && headers.equals(that.headers)
                && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return Objects.hash(schemaVersion, code, headers, Arrays.hashCode(body));
    }

    /** Code and size only, as body and headers may be confidential. */
    @Override
    public String toString() {
        return "RecordedAnswer[code=" + code + ", " + (body == null ? "no body" : body.length + " bytes") + "]";
    }
}
