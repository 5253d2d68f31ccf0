package dev.idempotency.core.internal.atrest;

import dev.idempotency.core.atrest.StoredKeyMapper;
import dev.idempotency.core.internal.digest.LengthPrefixed;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.record.RecordId;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Keeps records under a hash of the client's key: HMAC-SHA-256 over scope and key, under a secret. A plain hash would
 * not be enough: the keys that are worth hiding, such as order numbers, can be guessed and compared. The scope is part
 * of the hash, so that two callers with the same key have different hashes.
 */
public final class HashingKeyMapper implements StoredKeyMapper {

    /** The fewest bytes that a secret has. */
    public static final int SHORTEST_SECRET = 32;

    private static final String ALGORITHM = "HmacSHA256";
    private static final String PREFIX = "h1:";

    private final SecretKeySpec secret;

    /** @throws IllegalArgumentException if the secret has fewer than {@value #SHORTEST_SECRET} bytes */
    public HashingKeyMapper(byte[] secret) {
        if (secret.length < SHORTEST_SECRET) {
            throw new IllegalArgumentException(
                    "The secret must have at least %d bytes, not %d".formatted(SHORTEST_SECRET, secret.length));
        }
        this.secret = new SecretKeySpec(secret, ALGORITHM);
    }

    @Override
    public RecordId nameOf(RecordId asked) {
        byte[] hash = hash(asked.scope().value(), asked.key().value());
        return new RecordId(
                asked.scope(),
                new IdempotencyKey(
                        PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(hash)));
    }

    private byte[] hash(String scope, String key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            return mac.doFinal(new LengthPrefixed().text(scope).unprefixed(key).toBytes());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HMAC-SHA-256", e);
        }
    }
}
