package dev.idempotency.core.internal.key;

import static dev.idempotency.core.internal.key.KeyRefusal.Kind.EMPTY;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.ILLEGAL_CHARACTER;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.NOT_QUOTED;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.SEVERAL_LINES;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.TOO_LONG;
import static dev.idempotency.core.internal.key.KeyRefusal.Kind.TOO_SHORT;

import dev.idempotency.core.internal.text.Ascii;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.key.KeySyntax;
import java.util.List;

/**
 * Reads a request's key from its header lines.
 *
 * <ol>
 *   <li>If there is no line, the key is missing. Several lines are refused, even if they are equal, because proxies may
 *       join, drop or reorder them.
 *   <li>Spaces around the value are discarded, as HTTP and RFC 9651 both require; tabs are not. If nothing is left, the
 *       line is refused.
 *   <li>A value that starts with a double quote is the quoted spelling, strictly a String of RFC 9651. Parameters after
 *       it are ignored, whatever their values mean; anything else after it, such as a second key, is refused.
 *   <li>Everything else is the bare spelling, if the syntax accepts that: it must be visible ASCII and is taken
 *       literally. A backslash, a semicolon, a later quote or a comma ({@code a,b}) is part of the key; the list {@code
 *       a, b} is refused for its space. RFC 9651 has no say here: it would refuse most UUIDs.
 *   <li>What was decoded must have the configured length.
 * </ol>
 *
 * <p>Work and memory are linear in the line and end at {@value #MAX_LINE_LENGTH} characters, far above what servers
 * take: a longer line is refused unread. Immutable and safe for use by many threads.
 */
public final class KeyParser {
    static final int MAX_LINE_LENGTH = 65_536;

    private final KeySyntax syntax;
    private final int minLength;
    private final int maxLength;

    /** A parser for keys of 1 to {@value IdempotencyKey#MAX_LENGTH} characters. */
    public KeyParser(KeySyntax syntax) {
        this(syntax, 1, IdempotencyKey.MAX_LENGTH);
    }

    /**
     * A parser for keys of {@code minLength} to {@code maxLength} characters after decoding, both included.
     *
     * @throws IllegalArgumentException unless 1 ≤ minLength ≤ maxLength ≤ {@value IdempotencyKey#MAX_LENGTH}
     */
    public KeyParser(KeySyntax syntax, int minLength, int maxLength) {
        if (minLength < 1 || minLength > maxLength || maxLength > IdempotencyKey.MAX_LENGTH) {
            throw new IllegalArgumentException("The length of an idempotency key must be limited by"
                    + " 1 <= minimum <= maximum <= " + IdempotencyKey.MAX_LENGTH
                    + ", not by minimum " + minLength + " and maximum " + maxLength);
        }
        this.syntax = syntax;
        this.minLength = minLength;
        this.maxLength = maxLength;
    }

    /**
     * Reads the key from all lines of the key header, in the order and spelling in which the server hands them out.
     *
     * @param headerLines the values of the header; none if the request has no such header
     */
    public KeyParseResult parse(List<String> headerLines) {
        if (headerLines.isEmpty()) {
            return new KeyParseResult.Missing();
        }
        try {
            return new KeyParseResult.Present(new IdempotencyKey(onlyKeyOf(headerLines)));
        } catch (MalformedKeyException e) {
            return new KeyParseResult.Refused(KeyRefusal.of(e.kind(), minLength, maxLength));
        }
    }

    private String onlyKeyOf(List<String> headerLines) throws MalformedKeyException {
        refuseIf(headerLines.size() > 1, SEVERAL_LINES);
        String line = headerLines.get(0);
        refuseIf(line.length() > MAX_LINE_LENGTH, TOO_LONG);
        String key = decode(withoutSpacesAround(line));
        refuseIf(key.isEmpty(), EMPTY);
        refuseIf(key.length() < minLength, TOO_SHORT);
        refuseIf(key.length() > maxLength, TOO_LONG);
        return key;
    }

    private String decode(String value) throws MalformedKeyException {
        if (value.startsWith("\"")) {
            return QuotedKey.decode(value);
        }
        refuseIf(value.isEmpty(), EMPTY);
        refuseIf(syntax == KeySyntax.STRICT, NOT_QUOTED);
        refuseIf(!value.chars().allMatch(Ascii::isVisible), ILLEGAL_CHARACTER);
        return value;
    }

    private static String withoutSpacesAround(String line) {
        int start = 0;
        int end = line.length();
        while (start < end && line.charAt(start) == ' ') {
            start++;
        }
        while (end > start && line.charAt(end - 1) == ' ') {
            end--;
        }
        return line.substring(start, end);
    }

    private static void refuseIf(boolean wrong, KeyRefusal.Kind kind) throws MalformedKeyException {
        if (wrong) {
            throw new MalformedKeyException(kind);
        }
    }
}
