package dev.idempotency.spring.autoconfigure;

import static dev.idempotency.spring.autoconfigure.Checks.require;

import dev.idempotency.core.atrest.CipherKeys;
import dev.idempotency.core.internal.atrest.HashingKeyMapper;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What a copy of the table tells.
 *
 * @param activeKey Name of the key that new answers are encrypted by; if not set, they are stored unencrypted.
 * @param keys Keys that answers are encrypted by, each 32 bytes in Base64 under a name of its own.
 * @param encryptedOnly Whether only encrypted answers are stored and replayed.
 * @param hashKeys Whether records are kept under a hash of the client's key.
 * @param hashSecret Secret for the hash of keys, at least 32 bytes in Base64; it must not change while records are kept.
 */
@ConfigurationProperties("idempotency.protection")
public record ProtectionProperties(
        @Nullable String activeKey,
        @DefaultValue Map<String, String> keys,
        @DefaultValue("false") boolean encryptedOnly,
        @DefaultValue("false") boolean hashKeys,
        @Nullable String hashSecret) {

    /** Checks that they fit together. */
    public ProtectionProperties {
        require(activeKey != null || keys.isEmpty(), "protection.keys needs protection.active-key");
        if (activeKey != null) {
            cipherKeys(activeKey, keys);
        }
        require(!hashKeys || hashSecret != null, "protection.hash-keys needs protection.hash-secret");
        if (hashSecret != null) {
            hashingKeyMapper(hashSecret);
        }
    }

    CipherKeys cipherKeys() {
        return cipherKeys(String.valueOf(activeKey), keys);
    }

    HashingKeyMapper hashingKeyMapper() {
        return hashingKeyMapper(String.valueOf(hashSecret));
    }

    private static CipherKeys cipherKeys(String activeKey, Map<String, String> keys) {
        Map<String, byte[]> decoded = new TreeMap<>();
        keys.forEach((name, key) -> {
            require(name.matches("[!-~]{1,64}"), "protection.keys has a name that is not 1 to 64 visible characters");
            decoded.put(name, decoded(key, "protection.keys." + name));
        });
        try {
            return CipherKeys.of(activeKey, decoded);
        } catch (IllegalArgumentException e) {
            throw named("protection.keys", e);
        }
    }

    private static HashingKeyMapper hashingKeyMapper(String secret) {
        byte[] decoded = decoded(secret, "protection.hash-secret");
        try {
            return new HashingKeyMapper(decoded);
        } catch (IllegalArgumentException e) {
            throw named("protection.hash-secret", e);
        }
    }

    /** Without a cause: Spring Boot prints the message of the innermost one, which does not name the property. */
    private static IllegalArgumentException named(String property, IllegalArgumentException refusal) {
        return new IllegalArgumentException("idempotency." + property + ": " + refusal.getMessage());
    }

    /** The decoder's own message would quote a part of the key. */
    private static byte[] decoded(String text, String name) {
        try {
            return Base64.getDecoder().decode(text.strip());
        } catch (IllegalArgumentException quotes) {
            throw new IllegalArgumentException("idempotency." + name + " is not Base64");
        }
    }

    /** Names only. */
    @Override
    public String toString() {
        return "ProtectionProperties[activeKey=" + activeKey + ", keys=" + keys.keySet() + ", encryptedOnly="
                + encryptedOnly + ", hashKeys=" + hashKeys + "]";
    }
}
