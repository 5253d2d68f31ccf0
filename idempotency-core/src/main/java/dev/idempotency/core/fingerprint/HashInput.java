package dev.idempotency.core.fingerprint;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * Feeds values into a hash so that different sequences of values are different sequences of bytes: every value of
 * variable length follows its length, nothing is joined by a delimiter. Small values are gathered before they reach the
 * digest, whose every call costs more than a few bytes do.
 */
final class HashInput {

    private static final int GATHERED = 128;
    private static final int MAX_UNIT_LENGTH = 3;

    private final MessageDigest digest;
    private final byte[] gathered = new byte[GATHERED];
    private int count;

    HashInput() {
        this("SHA-256");
    }

    HashInput(String algorithm) {
        try {
            digest = MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This Java runtime has no " + algorithm, e);
        }
    }

    /** One byte, for versions and kinds. */
    void tag(int tag) {
        reserve(1);
        gathered[count++] = (byte) tag;
    }

    /** Four bytes. */
    void number(int number) {
        reserve(Integer.BYTES);
        for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            gathered[count++] = (byte) (number >>> shift);
        }
    }

    /** Bytes after their length. */
    void bytes(byte[] array, int offset, int length) {
        number(length);
        if (length > gathered.length - count) {
            flush();
            digest.update(array, offset, length);
        } else {
            System.arraycopy(array, offset, gathered, count, length);
            count += length;
        }
    }

    /**
     * A string after its length, or that there is none. Each UTF-16 code unit is written by itself in the manner of
     * UTF-8, so that strings with lone surrogates stay different, which {@code getBytes} would make one.
     */
    void text(@Nullable String text) {
        if (text == null) {
            tag(0);
            return;
        }
        tag(1);
        number(text.length());
        for (int i = 0; i < text.length(); i++) {
            unit(text.charAt(i));
        }
    }

    byte[] hash() {
        flush();
        return digest.digest();
    }

    private void unit(char unit) {
        reserve(MAX_UNIT_LENGTH);
        if (unit < 0x80) {
            gathered[count++] = (byte) unit;
        } else if (unit < 0x800) {
            gathered[count++] = (byte) (0xC0 | (unit >> 6));
            gathered[count++] = (byte) (0x80 | (unit & 0x3F));
        } else {
            gathered[count++] = (byte) (0xE0 | (unit >> 12));
            gathered[count++] = (byte) (0x80 | ((unit >> 6) & 0x3F));
            gathered[count++] = (byte) (0x80 | (unit & 0x3F));
        }
    }

    private void reserve(int length) {
        if (length > gathered.length - count) {
            flush();
        }
    }

    private void flush() {
        digest.update(gathered, 0, count);
        count = 0;
    }
}
