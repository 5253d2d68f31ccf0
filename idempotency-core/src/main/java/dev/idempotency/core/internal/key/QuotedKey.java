package dev.idempotency.core.internal.key;

import static dev.idempotency.core.internal.key.KeyRefusal.Kind.ILLEGAL_CHARACTER;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.ILLEGAL_ESCAPE;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.TRAILING_CHARACTERS;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.UNTERMINATED;

import dev.idempotency.core.internal.text.Ascii;
import dev.idempotency.core.internal.text.Cursor;

/** The quoted spelling: an Item of RFC 9651 (section 4.2.3) whose value is a String (section 4.2.5). */
final class QuotedKey {
    private QuotedKey() {}

    /** Decodes a text that starts with a quote and has no spaces around it. */
    static String decode(String text) throws MalformedKeyException {
        Cursor cursor = new Cursor(text);
        String decoded = string(cursor);
        Parameters.skip(cursor);
        if (!cursor.atEnd()) {
            throw new MalformedKeyException(TRAILING_CHARACTERS);
        }
        return decoded;
    }

    /** Reads one String from its opening to its closing quote. */
    private static String string(Cursor cursor) throws MalformedKeyException {
        StringBuilder decoded = new StringBuilder();
        cursor.skip('"');
        while (!cursor.skip('"')) {
            boolean escaped = cursor.skip('\\');
            int c = cursor.next();
            if (c == Cursor.END) {
                throw new MalformedKeyException(UNTERMINATED);
            }
            if (escaped && c != '"' && c != '\\') {
                throw new MalformedKeyException(ILLEGAL_ESCAPE);
            }
            if (!Ascii.isPrintable(c)) {
                throw new MalformedKeyException(ILLEGAL_CHARACTER);
            }
            decoded.append((char) c);
        }
        return decoded.toString();
    }
}
