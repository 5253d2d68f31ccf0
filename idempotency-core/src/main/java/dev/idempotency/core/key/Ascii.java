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

    static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    static boolean isLowerCaseHexDigit(int c) {
        return isDigit(c) || (c >= 'a' && c <= 'f');
    }

    static boolean isLowerCase(int c) {
        return c >= 'a' && c <= 'z';
    }

    static boolean isLetter(int c) {
        return isLowerCase(c) || (c >= 'A' && c <= 'Z');
    }

    static boolean isBase64(int c) {
        return isLetter(c) || isDigit(c) || c == '+' || c == '/' || c == '=';
    }

    static boolean isParameterName(int c) {
        return isLowerCase(c) || isDigit(c) || c == '_' || c == '-' || c == '.' || c == '*';
    }

    static boolean isToken(int c) {
        return isLetter(c) || isDigit(c) || "!#$%&'*+-.^_`|~:/".indexOf(c) >= 0;
    }
}
