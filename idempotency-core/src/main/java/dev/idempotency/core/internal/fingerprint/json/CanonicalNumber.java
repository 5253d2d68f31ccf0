package dev.idempotency.core.internal.fingerprint.json;

/**
 * Numbers of JSON by their exact decimal value, laid out as ECMAScript lays out a double, whose rules RFC 8785 (3.2.2.3)
 * uses. Where the digits are those of a double's shortest form, the text is the one of RFC 8785; elsewhere no digit is
 * lost, because nothing here is ever a double.
 *
 * <ol>
 *   <li>The digits are those before and after the point, without leading and trailing zeros. None left: {@code 0}.
 *   <li>With the point {@code n} places after the first digit's left side, the number is written plainly for -6 &lt; n
 *       &le; 21, otherwise as {@code d.dde+x}.
 * </ol>
 *
 * <p>Work and text are bounded: a longer or larger number than the two limits has no canonical form.
 */
final class CanonicalNumber {

    static final int MAX_LENGTH = 1000;
    static final int MAX_EXPONENT = 9999;

    private static final int MAX_PLAIN_POINT = 21;
    private static final int MIN_PLAIN_POINT = -5;

    private final byte[] in;
    private final int integer;
    private final int integerEnd;
    private final int fraction;
    private int first;
    private int last;

    private CanonicalNumber(byte[] in, int integer, int integerEnd, int fraction, int fractionEnd) {
        this.in = in;
        this.integer = integer;
        this.integerEnd = integerEnd;
        this.fraction = fraction;
        this.last = integerEnd - integer + fractionEnd - fraction;
        while (first < last && digit(first) == '0') {
            first++;
        }
        while (last > first && digit(last - 1) == '0') {
            last--;
        }
    }

    /**
     * Passes over a number that is spelled canonically, as nearly all are.
     *
     * @return the position after it, or -1 when it may be spelled otherwise or be no number
     */
    static int skipCanonical(byte[] in, int start, int end) {
        int integer = start < end && in[start] == '-' ? start + 1 : start;
        int p = skipDigits(in, integer, end);
        int length = p - integer;
        boolean startsWithZero = length > 0 && in[integer] == '0';
        if (length == 0 || length > MAX_PLAIN_POINT || (startsWithZero && length > 1)) {
            return -1;
        }
        if (p < end && in[p] == '.') {
            int fraction = p + 1;
            p = skipDigits(in, fraction, end);
            if (p == fraction || in[p - 1] == '0' || (startsWithZero && in[fraction] == '0')) {
                return -1;
            }
        } else if (startsWithZero && integer > start) {
            return -1;
        }
        boolean goesOn = p < end && (in[p] == 'e' || in[p] == 'E');
        return goesOn || p - start > MAX_LENGTH ? -1 : p;
    }

    /**
     * Passes over any number and appends its canonical spelling.
     *
     * @return the position after it, or -1 when it is no number or beyond the limits
     */
    static int canonicalize(byte[] in, int start, int end, GrowingBytes out) {
        boolean negative = start < end && in[start] == '-';
        int integer = negative ? start + 1 : start;
        int integerEnd = skipDigits(in, integer, end);
        if (integerEnd == integer || (in[integer] == '0' && integerEnd > integer + 1)) {
            return -1;
        }
        boolean hasFraction = integerEnd < end && in[integerEnd] == '.';
        int fraction = hasFraction ? integerEnd + 1 : integerEnd;
        int fractionEnd = skipDigits(in, fraction, end);
        if (hasFraction && fractionEnd == fraction) {
            return -1;
        }
        int exponentEnd = skipExponent(in, fractionEnd, end);
        if (exponentEnd < 0 || exponentEnd - start > MAX_LENGTH) {
            return -1;
        }
        int exponent = exponent(in, fractionEnd, exponentEnd);
        if (Math.abs(exponent) > MAX_EXPONENT) {
            return -1;
        }
        new CanonicalNumber(in, integer, integerEnd, fraction, fractionEnd).write(negative, exponent, out);
        return exponentEnd;
    }

    private static int skipDigits(byte[] in, int start, int end) {
        int p = start;
        while (p < end && in[p] >= '0' && in[p] <= '9') {
            p++;
        }
        return p;
    }

    private static int skipExponent(byte[] in, int start, int end) {
        if (start == end || (in[start] | 0x20) != 'e') {
            return start;
        }
        int p = start + 1;
        if (p < end && (in[p] == '+' || in[p] == '-')) {
            p++;
        }
        int exponentEnd = skipDigits(in, p, end);
        return exponentEnd > p ? exponentEnd : -1;
    }

    /** The exponent, or one just above the limit when it is larger than that. */
    private static int exponent(byte[] in, int start, int end) {
        int exponent = 0;
        boolean negative = false;
        for (int p = start; p < end; p++) {
            if (in[p] == '-') {
                negative = true;
            } else if (in[p] >= '0' && in[p] <= '9') {
                exponent = Math.min(10 * exponent + in[p] - '0', MAX_EXPONENT + 1);
            }
        }
        return negative ? -exponent : exponent;
    }

    /** The digits before and after the point, counted through. */
    private byte digit(int index) {
        int before = integerEnd - integer;
        return index < before ? in[integer + index] : in[fraction + index - before];
    }

    private void write(boolean negative, int exponent, GrowingBytes out) {
        if (first == last) {
            out.append('0');
            return;
        }
        if (negative) {
            out.append('-');
        }
        int point = integerEnd - integer - first + exponent;
        if (point > MAX_PLAIN_POINT || point < MIN_PLAIN_POINT) {
            writeDigits(1, out);
            writeExponent(point - 1, out);
        } else if (point > 0) {
            writeDigits(point, out);
        } else {
            out.append('0');
            out.append('.');
            writeZeros(-point, out);
            writeDigits(last - first, out);
        }
    }

    /** Writes all digits with the point after so many of them, or zeros up to the point when there are fewer. */
    private void writeDigits(int point, GrowingBytes out) {
        int count = last - first;
        for (int i = 0; i < count; i++) {
            if (i == point) {
                out.append('.');
            }
            out.append(digit(first + i));
        }
        writeZeros(point - count, out);
    }

    private static void writeZeros(int count, GrowingBytes out) {
        for (int i = 0; i < count; i++) {
            out.append('0');
        }
    }

    private static void writeExponent(int exponent, GrowingBytes out) {
        out.append('e');
        out.append(exponent < 0 ? '-' : '+');
        for (char digit : Integer.toString(Math.abs(exponent)).toCharArray()) {
            out.append(digit);
        }
    }
}
