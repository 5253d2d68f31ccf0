package dev.idempotency.core.internal.fingerprint.json;

import java.util.Arrays;

/** Numbers that are written one after another into an array that grows. There is none before the first is written. */
final class GrowingInts {

    int[] ints = {};
    int length;

    private final MemoryBudget budget;
    private final int leastCapacity;

    GrowingInts(int leastCapacity, MemoryBudget budget) {
        this.budget = budget;
        this.leastCapacity = leastCapacity;
    }

    /** Makes room for so many more numbers and returns where they go. */
    int reserve(int count) {
        if (count > ints.length - length) {
            int capacity = Math.max(leastCapacity, Math.max(2 * ints.length, length + count));
            budget.take((long) Integer.BYTES * capacity);
            ints = Arrays.copyOf(ints, capacity);
        }
        int at = length;
        length += count;
        return at;
    }
}
