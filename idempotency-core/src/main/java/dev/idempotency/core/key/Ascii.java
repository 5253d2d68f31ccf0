package dev.idempotency.core.key;

/** The character classes of RFC 9651; all of them false for {@link Cursor#END}. */
final class Ascii {
    private Ascii() {}

    /** Space to tilde: what a quoted string may hold. */
    static boolean isPrintable(int c) {
        return c >= ' ' && c <= '~';
    }

    /** Exclamation mark to tilde: what a bare key may hold. */
    static boolean isVisible(int c) {
        return c > ' ' && c <= '~';
    }

    static boolean isLowerCase(int c) {
        return c >= 'a' && c <= 'z';
    }

    static boolean isParameterName(int c) {
        return isLowerCase(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' || c == '*';
    }
}
