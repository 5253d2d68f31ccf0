package dev.idempotency.core.internal.text;

/** The character classes of RFC 9651; all of them false for {@link Cursor#END}. */
public final class Ascii {
    private Ascii() {}

    /** Space to tilde: what a quoted string may hold. */
    public static boolean isPrintable(int c) {
        return c >= ' ' && c <= '~';
    }

    /** Exclamation mark to tilde: what a bare key may hold. */
    public static boolean isVisible(int c) {
        return c > ' ' && c <= '~';
    }

    public static boolean isLowerCase(int c) {
        return c >= 'a' && c <= 'z';
    }

    public static boolean isParameterName(int c) {
        return isLowerCase(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' || c == '*';
    }
}
