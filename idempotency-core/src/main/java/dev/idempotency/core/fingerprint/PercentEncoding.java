package dev.idempotency.core.fingerprint;

import dev.idempotency.core.internal.text.Hex;

/** Undoes percent encoding, byte by byte; the methods that decode expect well-formed escapes. */
final class PercentEncoding {

    private static final int ESCAPE_LENGTH = 3;
    private static final String UNRESERVED_SYMBOLS = "-._~";

    private PercentEncoding() {}

    /** Whether two hex digits follow every percent sign. */
    static boolean isWellFormed(byte[] in, int start, int end) {
        for (int p = start; p < end; p++) {
            if (in[p] == '%' && (end - p < ESCAPE_LENGTH || Hex.digit(in[p + 1]) < 0 || Hex.digit(in[p + 2]) < 0)) {
                return false;
            }
        }
        return true;
    }

    /** The byte that stands at a position: an escape decoded, a plus sign as a space. */
    static int decodedAt(byte[] in, int p) {
        return in[p] == '%' ? escapedAt(in, p) : in[p] == '+' ? ' ' : Byte.toUnsignedInt(in[p]);
    }

    /** How many bytes the byte at a position is spelled with. */
    static int lengthAt(byte[] in, int p) {
        return in[p] == '%' ? ESCAPE_LENGTH : 1;
    }

    /** Decodes all escapes and plus signs; returns the length. */
    static int decode(byte[] in, int from, int to, byte[] out) {
        int length = 0;
        for (int p = from; p < to; p += lengthAt(in, p)) {
            out[length++] = (byte) decodedAt(in, p);
        }
        return length;
    }

    /** Decodes the escapes that RFC 3986 calls needless and writes the others in upper case; returns the length. */
    static int normalize(byte[] in, int from, int to, byte[] out) {
        int length = 0;
        for (int p = from; p < to; p += lengthAt(in, p)) {
            if (in[p] != '%') {
                out[length++] = in[p];
            } else if (isUnreserved(escapedAt(in, p))) {
                out[length++] = (byte) escapedAt(in, p);
            } else {
                out[length++] = '%';
                out[length++] = (byte) Character.toUpperCase(in[p + 1]);
                out[length++] = (byte) Character.toUpperCase(in[p + 2]);
            }
        }
        return length;
    }

    private static int escapedAt(byte[] in, int p) {
        return Hex.digit(in[p + 1]) << 4 | Hex.digit(in[p + 2]);
    }

    private static boolean isUnreserved(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || UNRESERVED_SYMBOLS.indexOf(c) >= 0;
    }
}
