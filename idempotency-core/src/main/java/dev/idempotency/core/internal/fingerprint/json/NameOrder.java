package dev.idempotency.core.internal.fingerprint.json;

import java.util.Arrays;

/**
 * The order of member names in RFC 8785 (3.2.3): by UTF-16 code units. Bytes of UTF-8 have the order of code points, which
 * differs in one place: four-byte characters are surrogates in UTF-16 and come before U+E000 to U+FFFF, whose first byte
 * is EE or EF.
 */
final class NameOrder {

    private static final int TOP_BITS = 0x80808080;

    private NameOrder() {}

    /**
     * A number from the beginning of a name, such that of two names with different keys the one with the smaller key comes
     * first: its first four bytes, up to the first that is not ASCII.
     */
    static int key(byte[] in, int start, int length) {
        int key = in.length - start >= Integer.BYTES ? fourBytes(in, start, length) : fewBytes(in, start, length);
        int beyondAscii = key & TOP_BITS;
        if (beyondAscii != 0) {
            int bits = Integer.numberOfLeadingZeros(beyondAscii);
            key = (key & ~(-1 >>> bits)) | (Integer.MIN_VALUE >>> bits);
        }
        return key ^ Integer.MIN_VALUE;
    }

    /** Reads beyond a name that is shorter, and forgets it again. */
    private static int fourBytes(byte[] in, int start, int length) {
        int four = Integer.reverseBytes(LittleEndian.int32(in, start));
        return length >= Integer.BYTES ? four : four & ~(-1 >>> (Byte.SIZE * length));
    }

    private static int fewBytes(byte[] in, int start, int length) {
        int key = 0;
        for (int i = 0; i < length; i++) {
            key |= (in[start + i] & 0xFF) << (Integer.SIZE - Byte.SIZE * (i + 1));
        }
        return key;
    }

    static int compare(byte[] left, int leftStart, int leftLength, byte[] right, int rightStart, int rightLength) {
        int i = Arrays.mismatch(left, leftStart, leftStart + leftLength, right, rightStart, rightStart + rightLength);
        if (i < 0 || i == Math.min(leftLength, rightLength)) {
            return leftLength - rightLength;
        }
        int x = left[leftStart + i] & 0xFF;
        int y = right[rightStart + i] & 0xFF;
        boolean surrogatesDecide = x >= 0xEE && y >= 0xEE && (x < 0xF0) != (y < 0xF0);
        return surrogatesDecide ? y - x : x - y;
    }
}
