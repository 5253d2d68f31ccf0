package dev.idempotency.core.internal.text;

/** UTF-8 as RFC 3629 defines it: no surrogates, no overlong forms, nothing above U+10FFFF. */
public final class Utf8 {

    public static final int MAX_LENGTH = 4;

    private Utf8() {}

    public static boolean isValid(byte[] in, int start, int end) {
        int p = start;
        while (p < end) {
            int length = in[p] >= 0 ? 1 : sequenceLength(in, p, end);
            if (length == 0) {
                return false;
            }
            p += length;
        }
        return true;
    }

    /** The length of the multi-byte sequence at a position, or 0 when there is no valid one. */
    public static int sequenceLength(byte[] in, int p, int end) {
        int lead = in[p] & 0xFF;
        if (lead < 0xC2 || lead > 0xF4) {
            return 0;
        }
        int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        if (end - p < length) {
            return 0;
        }
        int second = in[p + 1] & 0xFF;
        if (second < lowestSecond(lead) || second > highestSecond(lead)) {
            return 0;
        }
        boolean valid = (length < 3 || isContinuation(in[p + 2])) && (length < 4 || isContinuation(in[p + 3]));
        return valid ? length : 0;
    }

    /** Writes a code point; returns its length. */
    public static int write(int codePoint, byte[] out, int at) {
        if (codePoint < 0x80) {
            out[at] = (byte) codePoint;
            return 1;
        }
        if (codePoint < 0x800) {
            out[at] = (byte) (0xC0 | codePoint >> 6);
            out[at + 1] = continuation(codePoint);
            return 2;
        }
        if (codePoint < 0x10000) {
            out[at] = (byte) (0xE0 | codePoint >> 12);
            out[at + 1] = continuation(codePoint >> 6);
            out[at + 2] = continuation(codePoint);
            return 3;
        }
        out[at] = (byte) (0xF0 | codePoint >> 18);
        out[at + 1] = continuation(codePoint >> 12);
        out[at + 2] = continuation(codePoint >> 6);
        out[at + 3] = continuation(codePoint);
        return 4;
    }

    private static byte continuation(int bits) {
        return (byte) (0x80 | (bits & 0x3F));
    }

    /** Keeps out overlong forms. */
    private static int lowestSecond(int lead) {
        return lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    }

    /** Keeps out surrogates and what lies above U+10FFFF. */
    private static int highestSecond(int lead) {
        return lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    }

    private static boolean isContinuation(byte b) {
        return (b & 0xC0) == 0x80;
    }
}
