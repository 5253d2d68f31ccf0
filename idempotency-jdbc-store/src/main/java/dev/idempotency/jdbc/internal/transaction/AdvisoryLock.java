package dev.idempotency.jdbc.internal.transaction;

import dev.idempotency.core.record.RecordId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The number of the advisory lock that stands for a record while its work runs in a transaction.
 *
 * <p>The numbers are shared with the application's own advisory locks, hence a hash with a prefix of ours. Two records,
 * or a record and a lock of the application, that have the same number by chance get in each other's way for a moment:
 * a request is told to come again. Nothing runs twice because of it.
 */
public final class AdvisoryLock {

    private static final String PREFIX = "dev.idempotency";

    private AdvisoryLock() {}

    public static long numberOf(RecordId id) {
        String scope = id.scope().value();
        String text = PREFIX + '|' + scope.length() + ':' + scope + id.key().value();
        return ByteBuffer.wrap(sha256(text.getBytes(StandardCharsets.UTF_8))).getLong();
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
