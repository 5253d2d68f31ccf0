package dev.idempotency.core.action;

import dev.idempotency.core.fingerprint.Fingerprint;
import java.time.Instant;
import java.util.Optional;

/**
 * An action that was done.
 *
 * @param content of what was done
 * @param reference what the application calls the effect, such as the number of the refund
 * @param doneAt by the clock of the store
 * @param byKeyHash the short hash of the key under which it was done
 */
public record DoneAction(Fingerprint content, Optional<String> reference, Instant doneAt, Optional<String> byKeyHash) {

    private static final int MAX_LENGTH = 255;

    /**
     * The reference, if it can be kept.
     *
     * @throws IllegalArgumentException if it cannot
     */
    public static String requireReference(String reference) {
        if (reference.isEmpty() || reference.length() > MAX_LENGTH || reference.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("A reference has 1 to " + MAX_LENGTH
                    + " characters and no NUL; this one has " + reference.length());
        }
        return reference;
    }

    /** Whether it certainly was something else. Contents of different versions cannot be compared. */
    public boolean conflictsWith(Fingerprint asked) {
        return content.version() == asked.version() && !content.equals(asked);
    }
}
