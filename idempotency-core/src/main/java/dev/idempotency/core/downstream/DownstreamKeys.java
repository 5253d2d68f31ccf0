package dev.idempotency.core.downstream;

import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.internal.digest.LengthPrefixed;
import dev.idempotency.core.internal.digest.Sha256;
import dev.idempotency.core.record.RecordId;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Objects;
import java.util.UUID;

/**
 * Makes a key for each step of a request, to be sent to the system that the step calls. A step has the same key in
 * every attempt at the request, on every node and in a reconciler; another caller, another request or another step has
 * another key. The client's key cannot be derived from it.
 */
public final class DownstreamKeys {

    private final RecordId id;
    private final Fingerprint fingerprint;

    public DownstreamKeys(RecordId id, Fingerprint fingerprint) {
        this.id = Objects.requireNonNull(id, "id");
        this.fingerprint = Objects.requireNonNull(fingerprint, "fingerprint");
    }

    /**
     * The key of the step, in the form of a UUID, which every provider takes.
     *
     * @param step a name that stays the same as the code around it changes, such as {@code charge}
     */
    public String forStep(String step) {
        if (step.isBlank()) {
            throw new IllegalArgumentException("The name of a step must not be blank");
        }
        byte[] hash = Sha256.of(new LengthPrefixed()
                .countedText(id.scope().value())
                .countedText(id.key().value())
                .countedText(HexFormat.of().formatHex(fingerprint.toBytes()))
                .countedText(step)
                .toBytes());
        return uuid(ByteBuffer.wrap(hash)).toString();
    }

    /** Version 8, for which RFC 9562 leaves the other bits to the maker. */
    private static UUID uuid(ByteBuffer hash) {
        long high = hash.getLong();
        long low = hash.getLong();
        return new UUID((high & ~0xF000L) | 0x8000L, (low & ~(0b11L << 62)) | (0b10L << 62));
    }

    /** Shows neither key nor caller. */
    @Override
    public String toString() {
        return "DownstreamKeys[" + id + "]";
    }
}
