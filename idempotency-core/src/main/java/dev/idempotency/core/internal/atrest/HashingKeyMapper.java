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
 * Keeps records under a hash of the client's key: HMAC-SHA-256 over scope and key, under a secret. A plain hash would not do: the
 * keys that are worth hiding, such as order numbers, can be guessed and compared. As the scope is hashed along, nobody can tell
 * that two callers use the same key.
 */
public final class HashingKeyMapper implements StoredKeyMapper {

    /** The fewest bytes that a secret has. */
    public static final int SHORTEST_SECRET = 32;

    private static final String ALGORITHM = "HmacSHA256";
    private static final String PREFIX = "h1:";

    private final SecretKeySpec secret;

    /** @throws IllegalArgumentException if the secret has less than {@value #SHORTEST_SECRET} bytes */
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
