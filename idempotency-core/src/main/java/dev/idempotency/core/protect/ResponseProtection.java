package dev.idempotency.core.protect;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedResponse;
import dev.idempotency.core.store.StoreException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For a store: the form in which an answer is kept. Without a codec that is the answer as it is; with one, its headers and body
 * become one piece of bytes under {@link RecordedResponse#CODED_VERSION}, bound to scope, key, run and status. The status stays
 * readable.
 *
 * <p>An answer that was not coded is read as it is, also with a codec. One that cannot be decoded reads as one whose body was not
 * kept: there is nothing to replay, and nothing runs again.
 */
public final class ResponseProtection {

    /** Keeps answers as they are. */
    public static final ResponseProtection NONE = new ResponseProtection(null);

    private static final Logger log = LoggerFactory.getLogger(ResponseProtection.class);

    private final @Nullable ResponseCodec codec;

    /** @param codec null to keep answers as they are */
    public ResponseProtection(@Nullable ResponseCodec codec) {
        this.codec = codec;
    }

    /**
     * The answer as it is to be stored. Headers without a body are not kept: nobody would be given them.
     *
     * @param token of the run whose answer it is
     * @throws StoreException.NotReached if it cannot be encoded; it must not be stored then
     */
    public RecordedResponse stored(RecordId id, long token, RecordedResponse response) {
        if (codec == null) {
            return response;
        }
        if (response.body().isEmpty()) {
            return RecordedResponse.withoutBody(response.status(), List.of());
        }
        byte[] answer = AnswerBytes.of(response.headers(), response.body().get());
        byte[] coded = encoded(codec, answer, place(id, token, response.status()));
        return RecordedResponse.stored(RecordedResponse.CODED_VERSION, response.status(), List.of(), coded);
    }

    private static byte[] encoded(ResponseCodec codec, byte[] answer, byte[] place) {
        try {
            return codec.encode(answer, place);
        } catch (StoreException failure) {
            throw failure;
        } catch (RuntimeException failure) {
            throw new StoreException.NotReached("An answer could not be encoded", failure);
        }
    }

    /** The record with its answer as it was before it was stored. */
    public IdempotencyRecord read(IdempotencyRecord record) {
        RecordedResponse stored = record.response();
        return stored == null || stored.schemaVersion() != RecordedResponse.CODED_VERSION
                ? record
                : record.withResponse(decoded(record, stored));
    }

    private RecordedResponse decoded(IdempotencyRecord record, RecordedResponse stored) {
        int status = stored.status();
        try {
            byte[] coded = stored.body().orElseThrow(() -> new UnreadableResponseException("There are no bytes"));
            return AnswerBytes.read(status, decoded(record, status, coded));
        } catch (UnreadableResponseException e) {
            log.error("The answer of {} cannot be read and is not replayed", record.id(), e);
            return RecordedResponse.stored(stored.schemaVersion(), status, List.of(), null);
        }
    }

    private byte[] decoded(IdempotencyRecord record, int status, byte[] coded) {
        if (codec == null) {
            throw new UnreadableResponseException("It was stored by a codec, and there is none here");
        }
        return codec.decode(coded, place(record.id(), record.hold().token(), status));
    }

    /** Lengths before texts, so that no two places have the same bytes. */
    private static byte[] place(RecordId id, long token, int status) {
        byte[] scope = id.scope().value().getBytes(StandardCharsets.UTF_8);
        byte[] key = id.key().value().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(4 * Integer.BYTES + scope.length + key.length + Long.BYTES)
                .putInt(RecordedResponse.CODED_VERSION)
                .putInt(status)
                .putLong(token)
                .putInt(scope.length)
                .put(scope)
                .putInt(key.length)
                .put(key)
                .array();
    }
}
