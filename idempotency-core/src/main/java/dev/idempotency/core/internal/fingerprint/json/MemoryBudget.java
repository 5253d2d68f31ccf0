package dev.idempotency.core.internal.fingerprint.json;

import java.io.Serial;

/**
 * How much memory a body may cost beside itself before it counts by its raw bytes: three times its length, so that no caller
 * chooses a factor for us. Everything that is asked for counts, also what is dropped again. Memory is time: most bodies that
 * were made to be slow end here.
 */
public final class MemoryBudget {

    static final int FACTOR = 3;
    /** So small that it does not matter, so large that bodies of every day never meet their budget. */
    public static final int LEAST = 256 * 1024;

    private long left;

    private MemoryBudget(long bytes) {
        this.left = bytes;
    }

    static MemoryBudget ofBody(int length) {
        return new MemoryBudget(Math.max(LEAST, (long) FACTOR * length));
    }

    /** Takes so many bytes, or ends the canonical form if they are more than what is left. */
    void take(long bytes) {
        left -= bytes;
        if (left < 0) {
            throw new Exceeded();
        }
    }

    /** There is no canonical form within the budget. */
    static final class Exceeded extends RuntimeException {

        @Serial
        private static final long serialVersionUID = 1L;

        private Exceeded() {
            super("The canonical form would take too much memory", null, false, false);
        }
    }
}
