package dev.idempotency.core.internal.fingerprint.json;

import dev.idempotency.core.internal.text.Hex;
import dev.idempotency.core.internal.text.Utf8;

/** Strings of JSON: where they end, what they mean, and the one spelling RFC 8785 (3.2.2.2) gives them. */
final class JsonString {

    private static final long EACH = 0x0101010101010101L;
    private static final long TOP_BITS = 0x8080808080808080L;
    private static final int BITS_OF_BYTE = 3;
    private static final int UNICODE_ESCAPE_DIGITS = 4;

    private JsonString() {}

    /**
     * Passes over what stands for itself in a string, and returns the position of the first byte that does not: the
     * closing quote, a backslash, or something that may not be there (a control character, invalid UTF-8, the end).
     */
    static int skipPlain(byte[] in, int start, int end) {
        int p = start;
        while (true) {
            if (end - p >= Long.BYTES) {
                long special = specialBytes(LittleEndian.int64(in, p));
                if (special == 0) {
                    p += Long.BYTES;
                    continue;
                }
                p += Long.numberOfTrailingZeros(special) >>> BITS_OF_BYTE;
            } else if (p == end) {
                return p;
            } else if (in[p] >= ' ' && in[p] != '"' && in[p] != '\\') {
                p++;
                continue;
            }
            int length = in[p] < 0 ? Utf8.sequenceLength(in, p, end) : 0;
            if (length == 0) {
                return p;
            }
            p += length;
        }
    }

    /**
     * The top bit of each of eight bytes that is a quote, a backslash, below a space or above ASCII. Borrows may mark
     * bytes after such a byte, never before it, so the first mark is right.
     */
    private static long specialBytes(long eight) {
        long quote = (eight ^ (EACH * '"')) - EACH;
        long backslash = (eight ^ (EACH * '\\')) - EACH;
        long control = eight - EACH * ' ';
        return (quote | backslash | control | eight) & TOP_BITS;
    }

    /**
     * Appends the meaning of a string in UTF-8.
     *
     * @param start the position after the opening quote
     * @return the position after the closing quote, or -1 when the string is malformed or has a lone surrogate
     */
    static int decode(byte[] in, int start, int end, GrowingBytes out) {
        int p = start;
        while (true) {
            int plainEnd = skipPlain(in, p, end);
            out.append(in, p, plainEnd);
            if (plainEnd == end) {
                return -1;
            }
            if (in[plainEnd] == '"') {
                return plainEnd + 1;
            }
            p = in[plainEnd] == '\\' ? decodeEscapes(in, plainEnd, end, out) : -1;
            if (p < 0) {
                return -1;
            }
        }
    }

    /** As many as follow each other. */
    private static int decodeEscapes(byte[] in, int start, int end, GrowingBytes out) {
        int p = start;
        do {
            p = decodeEscape(in, p + 1, end, out);
        } while (p >= 0 && p < end && in[p] == '\\');
        return p;
    }

    private static int decodeEscape(byte[] in, int p, int end, GrowingBytes out) {
        if (p == end) {
            return -1;
        }
        switch (in[p]) {
            case '"', '\\', '/' -> out.append(in[p]);
            case 'b' -> out.append('\b');
            case 'f' -> out.append('\f');
            case 'n' -> out.append('\n');
            case 'r' -> out.append('\r');
            case 't' -> out.append('\t');
            case 'u' -> {
                return decodeUnicode(in, p + 1, end, out);
            }
            default -> {
                return -1;
            }
        }
        return p + 1;
    }

    private static int decodeUnicode(byte[] in, int p, int end, GrowingBytes out) {
        int unit = unit(in, p, end);
        int next = p + UNICODE_ESCAPE_DIGITS;
        if (unit < 0 || Character.isLowSurrogate((char) unit)) {
            return -1;
        }
        if (!Character.isHighSurrogate((char) unit)) {
            out.appendCodePoint(unit);
            return next;
        }
        if (end - next < 2 || in[next] != '\\' || in[next + 1] != 'u') {
            return -1;
        }
        int low = unit(in, next + 2, end);
        if (low < 0 || !Character.isLowSurrogate((char) low)) {
            return -1;
        }
        out.appendCodePoint(Character.toCodePoint((char) unit, (char) low));
        return next + 2 + UNICODE_ESCAPE_DIGITS;
    }

    private static int unit(byte[] in, int p, int end) {
        if (end - p < UNICODE_ESCAPE_DIGITS) {
            return -1;
        }
        int unit = 0;
        for (int i = 0; i < UNICODE_ESCAPE_DIGITS; i++) {
            int digit = Hex.digit(in[p + i]);
            if (digit < 0) {
                return -1;
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }

    /** Appends a string's canonical spelling, quotes included, from its meaning. */
    static void quote(byte[] in, int start, int end, GrowingBytes out) {
        out.append('"');
        int p = start;
        while (true) {
            int plainEnd = skipPlain(in, p, end);
            out.append(in, p, plainEnd);
            if (plainEnd == end) {
                break;
            }
            p = plainEnd;
            do {
                escape(in[p++], out);
            } while (p < end && isEscaped(in[p]));
        }
        out.append('"');
    }

    private static boolean isEscaped(byte b) {
        return b == '"' || b == '\\' || (b >= 0 && b < ' ');
    }

    private static void escape(byte b, GrowingBytes out) {
        out.append('\\');
        switch (b) {
            case '"', '\\' -> out.append(b);
            case '\b' -> out.append('b');
            case '\f' -> out.append('f');
            case '\n' -> out.append('n');
            case '\r' -> out.append('r');
            case '\t' -> out.append('t');
            default -> {
                out.append('u');
                out.append('0');
                out.append('0');
                out.append(b >= 0x10 ? '1' : '0');
                out.append(Character.forDigit(b & 0xF, 16));
            }
        }
    }
}
