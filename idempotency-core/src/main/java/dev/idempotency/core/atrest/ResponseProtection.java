package dev.idempotency.core.atrest;

import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.internal.digest.LengthPrefixed;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.StoreException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a store the form in which it keeps an answer. Without a codec that is the answer itself; with a codec, its
 * headers and body become one piece of bytes under {@link RecordedAnswer#CODED_VERSION}, bound to scope, key,
 * fingerprint, run and code. The code stays readable.
 *
 * <p>An answer that was stored without a codec is read as it is, unless only coded answers are accepted. An answer that
 * is not accepted or cannot be decoded reads as one whose body was not kept: there is nothing to replay, and nothing
 * runs again.
 */
public final class ResponseProtection {

    /** Keeps answers as they are. */
    public static final ResponseProtection NONE = new ResponseProtection(null, false);

    private static final Logger log = LoggerFactory.getLogger(ResponseProtection.class);

    private final @Nullable ResponseCodec codec;
    private final boolean codedOnly;

    /** @param codec null to keep answers as they are */
    public ResponseProtection(@Nullable ResponseCodec codec) {
        this(codec, false);
    }

    private ResponseProtection(@Nullable ResponseCodec codec, boolean codedOnly) {
        this.codec = codec;
        this.codedOnly = codedOnly;
    }

    /** Codes every answer, and accepts none that was stored without a codec. */
    public static ResponseProtection encryptedOnly(ResponseCodec codec) {
        return new ResponseProtection(codec, true);
    }

    /** Whether answers are coded; if so, {@link #stored} needs to know whose they are. */
    public boolean isCoding() {
        return codec != null;
    }

    /** The answer of this run as it is to be stored. */
    public RecordedAnswer stored(Lease lease, RecordedAnswer response) {
        return stored(lease.id(), lease.fingerprint(), lease.token(), response);
    }

    /**
     * The answer as it is to be stored. Headers are not kept without a body, because such an answer is never replayed.
     *
     * @param fingerprint of the request whose answer it is
     * @param token of the run whose answer it is
     * @throws StoreException.NotApplied if it cannot be encoded; it must not be stored then
     */
    public RecordedAnswer stored(RecordId id, Fingerprint fingerprint, long token, RecordedAnswer response) {
        if (codec == null) {
            return response;
        }
        if (response.body().isEmpty()) {
            return RecordedAnswer.withoutBody(response.code(), List.of());
        }
        byte[] answer = AnswerBytes.of(response.headers(), response.body().get());
        byte[] coded = encoded(codec, answer, place(id, fingerprint, token, response.code()));
        return RecordedAnswer.stored(RecordedAnswer.CODED_VERSION, response.code(), List.of(), coded);
    }

    private static byte[] encoded(ResponseCodec codec, byte[] answer, byte[] place) {
        try {
            return codec.encode(answer, place);
        } catch (StoreException failure) {
            throw failure;
        } catch (RuntimeException failure) {
            throw new StoreException.NotApplied("The codec could not encode an answer, so it is not stored", failure);
        }
    }

    /** The form in which results of steps are stored from now on; {@link #readStep} is told it. */
    public int stepVersion() {
        return codec == null ? RecordedAnswer.SCHEMA_VERSION : RecordedAnswer.CODED_VERSION;
    }

    /**
     * The result of a step as it is to be stored.
     *
     * @throws StoreException.NotApplied if it cannot be encoded; it must not be stored then
     */
    public byte[] storedStep(Lease lease, String step, byte[] result) {
        return codec == null ? result : encoded(codec, result, place(lease, lease.token(), step));
    }

    /**
     * The result of a step as it was before it was stored.
     *
     * @param token of the run that stored it
     * @throws UnreadableResponseException if it cannot be decoded, or only encrypted results are accepted and it is not
     */
    public byte[] readStep(Lease lease, long token, String step, int version, byte[] stored) {
        if (version == RecordedAnswer.CODED_VERSION && codec != null) {
            return codec.decode(stored, place(lease, token, step));
        }
        if (version > RecordedAnswer.SCHEMA_VERSION || codedOnly) {
            throw new UnreadableResponseException(
                    codedOnly ? "It is not encrypted" : "It was stored by a codec, but this node has none");
        }
        return stored;
    }

    private static byte[] place(Lease lease, long token, String step) {
        return new LengthPrefixed()
                .text("step")
                .text(step)
                .number(token)
                .unprefixed(lease.fingerprint().toBytes())
                .text(lease.id().scope().value())
                .text(lease.id().key().value())
                .toBytes();
    }

    /** The record with its answer as it was before it was stored. */
    public IdempotencyRecord read(IdempotencyRecord record) {
        RecordedAnswer stored = record.response();
        if (stored == null) {
            return record;
        }
        if (stored.schemaVersion() == RecordedAnswer.CODED_VERSION) {
            return record.withResponse(decoded(record, stored));
        }
        return codedOnly && stored.body().isPresent() ? record.withResponse(refused(record, stored)) : record;
    }

    private static RecordedAnswer refused(IdempotencyRecord record, RecordedAnswer stored) {
        log.warn(
                "The answer of {} is not encrypted, but only encrypted answers are accepted; it is not replayed",
                record.id());
        return RecordedAnswer.withoutBody(stored.code(), List.of());
    }

    private RecordedAnswer decoded(IdempotencyRecord record, RecordedAnswer stored) {
        int code = stored.code();
        try {
            byte[] coded = stored.body().orElseThrow(() -> new UnreadableResponseException("There are no bytes"));
            return AnswerBytes.read(code, decoded(record, code, coded));
        } catch (UnreadableResponseException e) {
            log.error("The answer of {} cannot be decoded; retries are told that it is not available", record.id(), e);
            return RecordedAnswer.stored(stored.schemaVersion(), code, List.of(), null);
        }
    }

    private byte[] decoded(IdempotencyRecord record, int code, byte[] coded) {
        if (codec == null) {
            throw new UnreadableResponseException("It was stored by a codec, but this node has none");
        }
        return codec.decode(
                coded, place(record.id(), record.fingerprint(), record.hold().token(), code));
    }

    private static byte[] place(RecordId id, Fingerprint fingerprint, long token, int code) {
        return new LengthPrefixed()
                .number(RecordedAnswer.CODED_VERSION)
                .number(code)
                .number(token)
                .unprefixed(fingerprint.toBytes())
                .text(id.scope().value())
                .text(id.key().value())
                .toBytes();
    }
}
