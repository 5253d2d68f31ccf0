package dev.idempotency.core.internal.text;

/** Hexadecimal digits as bytes. */
public final class Hex {

    private Hex() {}

    /** The value of an ASCII hex digit of either case, or -1. */
    public static int digit(byte b) {
        if (b >= '0' && b <= '9') {
            return b - '0';
        }
        int lower = b | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }
}
