package dev.idempotency.core.internal.key;

import static dev.idempotency.core.internal.key.KeyRefusal.Kind.MALFORMED_PARAMETERS;

import dev.idempotency.core.internal.text.Ascii;
import dev.idempotency.core.internal.text.Cursor;

/**
 * The parameters after a quoted key (RFC 9651, section 3.1.2). They are ignored, and so are the types of their values.
 * Their names and the ends of their values are checked: otherwise a second key, which a proxy joined to the first
 * one by a comma, could pass for a part of a parameter.
 */
final class Parameters {
    private Parameters() {}

    /** Moves the cursor over as many parameters as follow, which may be none. */
    static void skip(Cursor cursor) throws MalformedKeyException {
        while (cursor.skip(';')) {
            if (!skipName(cursor) || (cursor.skip('=') && !skipValue(cursor))) {
                throw new MalformedKeyException(MALFORMED_PARAMETERS);
            }
        }
    }

    private static boolean skipName(Cursor cursor) {
        cursor.skipWhile(c -> c == ' ');
        return (Ascii.isLowerCase(cursor.peek()) || cursor.peek() == '*') && cursor.skipWhile(Ascii::isParameterName);
    }

    /** Moves over text in quotes, or over everything before a space, a comma, a semicolon or a quote. */
    private static boolean skipValue(Cursor cursor) {
        boolean mayEscape = !cursor.skip('%');
        if (!cursor.skip('"')) {
            return cursor.skipWhile(c -> Ascii.isVisible(c) && c != ',' && c != ';' && c != '"');
        }
        while (!cursor.skip('"')) {
            if (mayEscape) {
                cursor.skip('\\');
            }
            if (!Ascii.isPrintable(cursor.next())) {
                return false;
            }
        }
        return true;
    }
}
