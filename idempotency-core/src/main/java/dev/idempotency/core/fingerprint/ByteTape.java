package dev.idempotency.core.fingerprint;

import java.util.Arrays;

/** Bytes that are written one after another into an array that grows. */
final class ByteTape {

    byte[] bytes;
    int length;

    ByteTape(int capacity) {
        bytes = new byte[capacity];
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
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
        }
    }
}
