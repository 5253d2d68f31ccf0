package dev.idempotency.core.atrest;

import java.util.Map;
import java.util.Optional;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keys that answers are encrypted by, each with a name of its own. New answers are encrypted by the active one; the others
 * stay until the last answer that they encrypted has expired.
 */
public interface CipherKeys {

    /** How many bytes a key has. */
    int LENGTH = 32;

    /**
     * The name of the key for new answers: 1 to 64 visible ASCII characters. The library calls this for each answer,
     * so the name may change.
     */
    String activeId();

    /** The key of this name; empty if there is none any more. */
    Optional<SecretKey> key(String id);

    /**
     * Keys that do not change.
     *
     * @throws IllegalArgumentException if there is no key of the active name, or one has not {@value #LENGTH} bytes
     */
    static CipherKeys of(String activeId, Map<String, byte[]> keys) {
        keys.forEach((id, key) -> {
            if (key.length != LENGTH) {
                throw new IllegalArgumentException(
                        "Key '%s' must have %d bytes, not %d".formatted(id, LENGTH, key.length));
            }
        });
        if (!keys.containsKey(activeId)) {
            throw new IllegalArgumentException(
                    "There is no key '" + activeId + "', which is said to be the active one");
        }
        Map<String, byte[]> copies = Map.copyOf(keys);
        return new CipherKeys() {
            @Override
            public String activeId() {
                return activeId;
            }

            @Override
            public Optional<SecretKey> key(String id) {
                return Optional.ofNullable(copies.get(id)).map(bytes -> new SecretKeySpec(bytes, "AES"));
            }
        };
    }
}
