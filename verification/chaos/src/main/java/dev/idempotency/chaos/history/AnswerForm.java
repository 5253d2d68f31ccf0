package dev.idempotency.chaos.history;

import java.util.Arrays;
import java.util.Locale;

/** In which form the application gives a receipt. The application keeps answers of up to 512 KB. */
public enum AnswerForm {
    /** At once, in one packet. */
    SHORT(0),
    /** At once, small enough to be kept, and larger than what the network holds between the two. */
    LONG(400_000),
    /** At once, too large to be kept. */
    OVERSIZED(800_000),
    /** Too large to be kept, written by the handler itself, block by block. */
    WRITTEN(800_000),
    /** Small, written by the handler itself in three parts, with a flush after each. */
    FLUSHED(0);

    private static final String SEPARATOR = ":";

    private final int padding;

    AnswerForm(int padding) {
        this.padding = padding;
    }

    /** How many spaces follow the receipt. */
    public int padding() {
        return padding;
    }

    /** Whether the answer cannot be held back where nothing makes the application wait for a commit. */
    public boolean passesThrough() {
        return this == OVERSIZED || this == WRITTEN || this == FLUSHED;
    }

    /** A run's name tells in which form it is answered, so that whoever knows of the run can give the same answer. */
    public String runNamed(String name) {
        return this == SHORT ? name : name().toLowerCase(Locale.ROOT) + SEPARATOR + name;
    }

    static AnswerForm ofRun(String run) {
        return Arrays.stream(values())
                .filter(form -> form != SHORT && run.startsWith(form.runNamed("")))
                .findFirst()
                .orElse(SHORT);
    }
}
