package dev.idempotency.core.internal.digest;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes several values as one piece of bytes, each text after its length, so that no two lists of values have the same
 * bytes. What hashes, keys and stored answers are made of is written by this class, and must not change: a later version
 * has to find and read what an earlier one has written.
 */
public final class LengthPrefixed {

    private final List<byte[]> parts = new ArrayList<>();
    private int length;

    /** Four bytes, the highest first. */
    public LengthPrefixed number(int number) {
        return unprefixed(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
    }

    /** Eight bytes, the highest first. */
    public LengthPrefixed number(long number) {
        return unprefixed(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    }

    /** A text in UTF-8, after the number of its bytes in four bytes. */
    public LengthPrefixed text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return number(utf8.length).unprefixed(utf8);
    }

    /** A text in UTF-8, after the number of its chars in decimal digits and a colon. */
    public LengthPrefixed countedText(String text) {
        return unprefixed(text.length() + ":" + text);
    }

    /** A text in UTF-8 without its length, as it has a fixed one, or nothing comes after it. */
    public LengthPrefixed unprefixed(String text) {
        return unprefixed(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Bytes without their length, as it is fixed, or nothing comes after them. The array must not change any more. */
    public LengthPrefixed unprefixed(byte[] bytes) {
        parts.add(bytes);
        length = Math.addExact(length, bytes.length);
        return this;
    }

    /** All of it. */
    public byte[] toBytes() {
        ByteBuffer all = ByteBuffer.allocate(length);
        parts.forEach(all::put);
        return all.array();
    }
}
