package dev.idempotency.core.key;

import static dev.idempotency.core.key.KeyRefusal.Kind.MALFORMED_PARAMETERS;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;

/**
 * The parameters after a quoted key (RFC 9651, section 4.2.3.2). They mean nothing to us and are skipped, but what is
 * skipped must be parameters: otherwise a garbled second key could pass for one. Dates and display strings, which
 * RFC 9651 added to RFC 8941, are taken as well.
 */
final class Parameters {
    private static final int MAX_INTEGER_DIGITS = 15;
    private static final int MAX_DIGITS_BEFORE_POINT = 12;
    private static final int MAX_DIGITS_AFTER_POINT = 3;

    private final Cursor cursor;

    private Parameters(Cursor cursor) {
        this.cursor = cursor;
    }

    /** Moves the cursor over as many parameters as follow, which may be none. */
    static void skip(Cursor cursor) throws MalformedKeyException {
        Parameters parameters = new Parameters(cursor);
        while (cursor.skip(';')) {
            if (!parameters.parameter()) {
                throw new MalformedKeyException(MALFORMED_PARAMETERS);
            }
        }
    }

    private boolean parameter() {
        cursor.takeWhile(c -> c == ' ');
        if (!Ascii.isLowerCase(cursor.peek()) && cursor.peek() != '*') {
            return false;
        }
        cursor.takeWhile(Ascii::isParameterName);
        return !cursor.skip('=') || value();
    }

    private boolean value() {
        return switch (cursor.peek()) {
            case '"' -> string();
            case '?' -> trueOrFalse();
            case ':' -> bytes();
            case '@' -> date();
            case '%' -> displayString();
            default -> tokenOrNumber();
        };
    }

    private boolean string() {
        try {
            QuotedKey.string(cursor);
            return true;
        } catch (MalformedKeyException e) {
            return false;
        }
    }

    private boolean trueOrFalse() {
        cursor.skip('?');
        return cursor.skip('0') || cursor.skip('1');
    }

    private boolean tokenOrNumber() {
        if (!Ascii.isLetter(cursor.peek()) && cursor.peek() != '*') {
            return number();
        }
        cursor.takeWhile(Ascii::isToken);
        return true;
    }

    private boolean number() {
        cursor.skip('-');
        int digits = digits();
        if (!cursor.skip('.')) {
            return digits >= 1 && digits <= MAX_INTEGER_DIGITS;
        }
        int fraction = digits();
        return digits >= 1 && digits <= MAX_DIGITS_BEFORE_POINT && fraction >= 1 && fraction <= MAX_DIGITS_AFTER_POINT;
    }

    private boolean date() {
        cursor.skip('@');
        cursor.skip('-');
        int digits = digits();
        return digits >= 1 && digits <= MAX_INTEGER_DIGITS && cursor.peek() != '.';
    }

    private int digits() {
        return cursor.takeWhile(Ascii::isDigit).length();
    }

    private boolean bytes() {
        cursor.skip(':');
        String base64 = cursor.takeWhile(Ascii::isBase64);
        return cursor.skip(':') && isBase64(base64);
    }

    private static boolean isBase64(String text) {
        try {
            Base64.getDecoder().decode(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private boolean displayString() {
        cursor.skip('%');
        if (!cursor.skip('"')) {
            return false;
        }
        ByteArrayOutputStream utf8 = new ByteArrayOutputStream();
        while (!cursor.skip('"')) {
            int c = cursor.next();
            int decoded = c == '%' ? hexOctet() : c;
            if (!Ascii.isPrintable(c) || decoded < 0) {
                return false;
            }
            utf8.write(decoded);
        }
        return isUtf8(utf8.toByteArray());
    }

    /** The octet that two lower-case digits spell, or something negative. */
    private int hexOctet() {
        int high = cursor.next();
        int low = cursor.next();
        return Ascii.isLowerCaseHexDigit(high) && Ascii.isLowerCaseHexDigit(low)
                ? HexFormat.fromHexDigit(high) << 4 | HexFormat.fromHexDigit(low)
                : Cursor.END;
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
