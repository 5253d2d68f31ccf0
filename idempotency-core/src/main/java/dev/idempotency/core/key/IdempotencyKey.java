package dev.idempotency.core.key;

import dev.idempotency.core.internal.digest.Sha256;
import dev.idempotency.core.internal.key.KeyParser;
import dev.idempotency.core.internal.text.Ascii;

/**
 * The name a client gave to one logical request: 1 to 255 printable ASCII characters, compared case-sensitively.
 *
 * <p>A space is allowed because the quoted spelling can carry one; {@link KeyParser} keeps it out of the bare spelling.
 * A key may be guessable or personal, so it appears neither in {@link #toString()} nor in an exception's message.
 *
 * @param value the decoded key, the same for both spellings
 */
public record IdempotencyKey(String value) {

    /** The most characters a key can have, whatever an application configures. */
    public static final int MAX_LENGTH = 255;

    /** @throws IllegalArgumentException if the value is empty, too long or not printable ASCII */
    public IdempotencyKey {
        if (value.isEmpty() || value.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "An idempotency key has 1 to " + MAX_LENGTH + " characters, not " + value.length());
        }
        for (int i = 0; i < value.length(); i++) {
            if (!Ascii.isPrintable(value.charAt(i))) {
                throw new IllegalArgumentException(
                        "An idempotency key is printable ASCII, but the character at index " + i + " is not");
            }
        }
    }

    /** A short hash of the key, see {@link Sha256#shortHex}; never the key itself. */
    @Override
    public String toString() {
        return "IdempotencyKey[" + Sha256.shortHex(value) + "]";
    }
}
