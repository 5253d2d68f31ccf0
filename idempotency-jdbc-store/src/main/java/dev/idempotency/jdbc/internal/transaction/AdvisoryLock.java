package dev.idempotency.jdbc.internal.transaction;

import dev.idempotency.core.internal.digest.LengthPrefixed;
import dev.idempotency.core.internal.digest.Sha256;
import dev.idempotency.core.record.RecordId;
import java.nio.ByteBuffer;

/**
 * The number of the advisory lock that stands for a record while its work runs in a transaction.
 *
 * <p>The numbers are shared with the application's own advisory locks, hence a hash with a prefix of ours. Two records,
 * or a record and a lock of the application, that have the same number by chance get in each other's way for a moment:
 * a request is told to come again. Nothing runs twice because of it.
 */
public final class AdvisoryLock {

    private static final String PREFIX = "dev.idempotency|";

    private AdvisoryLock() {}

    public static long numberOf(RecordId id) {
        byte[] hash = Sha256.of(new LengthPrefixed()
                .unprefixed(PREFIX)
                .countedText(id.scope().value())
                .unprefixed(id.key().value())
                .toBytes());
        return ByteBuffer.wrap(hash).getLong();
    }
}
