package dev.idempotency.core.key;

import java.util.function.IntPredicate;

/** A position in a text that only moves forward, so that reading a text costs at most its length. */
final class Cursor {

    /** What stands after the last character; no character, not even NUL, is equal to it. */
    static final int END = -1;

    private final String text;
    private int position;

    Cursor(String text) {
        this.text = text;
    }

    boolean atEnd() {
        return position == text.length();
    }

    int peek() {
        return atEnd() ? END : text.charAt(position);
    }

    int next() {
        return atEnd() ? END : text.charAt(position++);
    }

    /** Moves on if, and only if, this character is next. */
    boolean skip(char expected) {
        boolean found = peek() == expected;
        if (found) {
            position++;
        }
        return found;
    }

    /** Moves over all characters of a class, and says whether there was one. */
    boolean skipWhile(IntPredicate characters) {
        int start = position;
        while (characters.test(peek())) {
            position++;
        }
        return position > start;
    }
}
