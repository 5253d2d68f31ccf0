package dev.idempotency.core.internal.fingerprint.json;

import dev.idempotency.core.internal.text.Utf8;
import java.util.Arrays;

/** Bytes that are written one after another into an array that grows. There is none before the first is written. */
public final class GrowingBytes {

    public byte[] bytes;
    public int length;

    private final MemoryBudget budget;
    private final int leastCapacity;

    GrowingBytes(int leastCapacity, MemoryBudget budget) {
        this(new byte[0], 0, leastCapacity, budget);
    }

    private GrowingBytes(byte[] bytes, int length, int leastCapacity, MemoryBudget budget) {
        this.bytes = bytes;
        this.length = length;
        this.leastCapacity = leastCapacity;
        this.budget = budget;
    }

    /** The beginning of an array as it is, only to be read. */
    static GrowingBytes of(byte[] bytes, int length) {
        return new GrowingBytes(bytes, length, 0, MemoryBudget.ofBody(0));
    }

    void append(int b) {
        reserve(1);
        bytes[length++] = (byte) b;
    }

    void append(byte[] from, int start, int end) {
        int count = end - start;
        if (count == 0) {
            return;
        }
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
            int capacity = Math.max(leastCapacity, Math.max(2 * bytes.length, length + count));
            budget.take(capacity);
            bytes = Arrays.copyOf(bytes, capacity);
        }
    }
}
