package dev.idempotency.core.action;

import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.internal.digest.LengthPrefixed;
import dev.idempotency.core.internal.digest.Sha256;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.scope.Scope;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that is to be done once and for all, such as the refund of an order. Its name must have nothing in it that
 * differs between two attempts: no time, no random number.
 *
 * @param scope in which the name counts, usually the tenant
 * @param name what is done, and to what, such as {@code refund:4711}; 1 to {@value #MAX_LENGTH} characters
 * @param content tells whether the same was asked for: the same action with other content is a conflict
 * @param key under which it is asked for; null where there is none
 */
public record Action(
        Scope scope,
        String name,
        Fingerprint content,
        @Nullable IdempotencyKey key) {

    /** The most characters of a name. */
    public static final int MAX_LENGTH = 255;

    private static final int CONTENT_VERSION = 1;

    public Action {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(content, "content");
        requireName(name);
    }

    /**
     * An action that no key belongs to.
     *
     * @param content what must be equal for two attempts to be the same, such as the amount; all of it as text
     */
    public static Action of(Scope scope, String name, String... content) {
        LengthPrefixed all = new LengthPrefixed();
        for (String part : content) {
            all.text(part);
        }
        return new Action(scope, name, Fingerprint.of(CONTENT_VERSION, Sha256.of(all.toBytes())), null);
    }

    /** The short hash of the key, if there is one. */
    public @Nullable String keyHash() {
        return key == null ? null : Sha256.shortHex(key.value());
    }

    /**
     * The name, if an action may have it.
     *
     * @throws IllegalArgumentException if it may not
     */
    public static String requireName(String name) {
        if (name.isBlank() || name.length() > MAX_LENGTH || name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("The name of an action has 1 to " + MAX_LENGTH
                    + " characters, not all of them blank, and no NUL; this one has " + name.length());
        }
        return name;
    }
}
