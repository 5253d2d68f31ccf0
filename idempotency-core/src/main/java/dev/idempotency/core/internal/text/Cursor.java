package dev.idempotency.core.internal.text;

import java.util.function.IntPredicate;

/** A position in a text that only moves forward, so that reading a text costs at most its length. */
public final class Cursor {

    /** What stands after the last character; no character, not even NUL, is equal to it. */
    public static final int END = -1;

    private final String text;
    private int position;

    public Cursor(String text) {
        this.text = text;
    }

    public boolean atEnd() {
        return position == text.length();
    }

    public int peek() {
        return atEnd() ? END : text.charAt(position);
    }

    public int next() {
        return atEnd() ? END : text.charAt(position++);
    }

    /** Moves on if, and only if, this character is next. */
    public boolean skip(char expected) {
        boolean found = peek() == expected;
        if (found) {
            position++;
        }
        return found;
    }

    /** Moves over all characters of a class, and says whether there was one. */
    public boolean skipWhile(IntPredicate characters) {
        int start = position;
        while (characters.test(peek())) {
            position++;
        }
        return position > start;
    }
}
