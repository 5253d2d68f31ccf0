package dev.idempotency.core.fingerprint;

import java.util.Arrays;

/** Bytes that are written one after another into an array that grows. There is none before the first is written. */
final class ByteTape {

    byte[] bytes;
    int length;

    private final int leastCapacity;

    ByteTape(int leastCapacity) {
        this(new byte[0], 0, leastCapacity);
    }

    private ByteTape(byte[] bytes, int length, int leastCapacity) {
        this.bytes = bytes;
        this.length = length;
        this.leastCapacity = leastCapacity;
    }

    /** The beginning of an array as it is, only to be read. */
    static ByteTape of(byte[] bytes, int length) {
        return new ByteTape(bytes, length, 0);
    }

    void append(int b) {
        reserve(1);
        bytes[length++] = (byte) b;
    }

    void append(byte[] from, int start, int end) {
        int count = end - start;
        reserve(count);
        System.arraycopy(from, start, bytes, length, count);
        length += count;
    }

    void appendCodePoint(int codePoint) {
        reserve(Utf8.MAX_LENGTH);
        length += Utf8.write(codePoint, bytes, length);
    }

    private void reserve(int count) {
        if (count > bytes.length - length) {
            bytes = Arrays.copyOf(bytes, Math.max(leastCapacity, Math.max(2 * bytes.length, length + count)));
        }
    }
}
