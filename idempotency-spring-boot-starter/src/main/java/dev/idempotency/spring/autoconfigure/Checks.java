package dev.idempotency.spring.autoconfigure;

import java.time.Duration;
import org.springframework.util.unit.DataSize;

/** Checks of properties while they are bound, so that the application does not start with a wrong one and names it. */
final class Checks {

    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

    private Checks() {}

    static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException("idempotency." + message);
        }
    }

    static void positive(Duration duration, String name) {
        require(!duration.isZero() && !duration.isNegative(), name + " must be longer than zero, not " + duration);
    }

    /** The length of an array is an int, and some arrays are one byte shorter. */
    static void inMemory(DataSize size, String name) {
        require(
                size.toBytes() >= 0 && size.toBytes() < Integer.MAX_VALUE,
                name + " is 0B up to, but not including, 2GB; not " + size);
    }

    /** Whether it is a token of RFC 9110. */
    static boolean isToken(String text) {
        return !text.isEmpty()
                && text.chars()
                        .allMatch(c -> c < 0x7f && (Character.isLetterOrDigit(c) || TOKEN_MARKS.indexOf(c) >= 0));
    }
}
