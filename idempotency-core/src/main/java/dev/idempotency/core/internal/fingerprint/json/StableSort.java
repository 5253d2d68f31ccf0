package dev.idempotency.core.internal.fingerprint.json;

/**
 * Sorts the numbers 0 to n-1 by what they stand for and keeps the order of equals. A merge sort, so that no input makes
 * it slow: comparing costs at most the length of what is sorted, per round, and there are log n rounds.
 */
public final class StableSort {

    /** Up to so many, insertion beats merging. */
    private static final int INSERTION_LIMIT = 16;

    /** Compares what two numbers stand for. */
    @FunctionalInterface
    public interface Order {
        int compare(int left, int right);
    }

    private StableSort() {}

    /** How much memory it takes to sort so many. */
    static long bytes(int count) {
        return (count > INSERTION_LIMIT ? 2L : 1L) * Integer.BYTES * count;
    }

    public static int[] sorted(int count, Order order) {
        int[] from = new int[count];
        for (int start = 0; start < count; start += INSERTION_LIMIT) {
            insert(from, start, Math.min(start + INSERTION_LIMIT, count), order);
        }
        int[] to = count > INSERTION_LIMIT ? new int[count] : from;
        for (int width = INSERTION_LIMIT; width < count; width *= 2) {
            for (int start = 0; start < count; start += 2 * width) {
                int middle = Math.min(start + width, count);
                merge(from, start, middle, Math.min(middle + width, count), to, order);
            }
            int[] merged = to;
            to = from;
            from = merged;
        }
        return from;
    }

    private static void insert(int[] numbers, int start, int end, Order order) {
        for (int i = start; i < end; i++) {
            int gap = i;
            while (gap > start && order.compare(numbers[gap - 1], i) > 0) {
                numbers[gap] = numbers[gap - 1];
                gap--;
            }
            numbers[gap] = i;
        }
    }

    private static void merge(int[] from, int start, int middle, int end, int[] to, Order order) {
        int left = start;
        int right = middle;
        for (int i = start; i < end; i++) {
            boolean takeLeft = right == end || (left < middle && order.compare(from[left], from[right]) <= 0);
            to[i] = takeLeft ? from[left++] : from[right++];
        }
    }
}
