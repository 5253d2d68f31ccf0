package dev.idempotency.core.fingerprint;

import dev.idempotency.core.internal.fingerprint.json.IgnoredMembers;
import dev.idempotency.core.internal.fingerprint.json.StableSort;
import dev.idempotency.core.internal.text.Utf8;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of a query or of a form body, for comparison without regard to the order of different names.
 *
 * <ol>
 *   <li>The text is cut at each {@code &}, each pair at its first {@code =}. Nothing is dropped: an empty pair is a pair,
 *       and {@code a} is not {@code a=}.
 *   <li>Pairs are sorted by their decoded name. Those of one name keep their order, however the name is spelled, because
 *       a server hands them over as one list.
 *   <li>Each is written as name and value in one spelling (see {@link Spelling}).
 * </ol>
 *
 * <p>Text with a malformed percent escape, or with a name that is not UTF-8, has no pairs: servers disagree on what it
 * means and may take two different names for one. Nor has text of more than {@value #MAX_PAIRS} pairs, or with more than
 * {@value #MAX_NAME_BYTES} bytes of names.
 */
final class UrlPairs {

    /** How much of the percent encoding is undone before two values are compared. */
    enum Spelling {
        /** All of it, and {@code +} is a space: what a form means (the URL standard of the WHATWG, section 5). */
        FORM,
        /**
         * Only what RFC 3986, 6.2.2 calls equivalent: escapes of letters, digits and {@code -._~}, and the case of hex
         * digits. Whether {@code +} is a space, or {@code %2C} a comma, is the reader's choice in a query.
         */
        QUERY
    }

    /** Beyond these, sorting takes longer than everything else that is done with a body. */
    static final int MAX_PAIRS = 4096;

    static final int MAX_NAME_BYTES = 64 * 1024;

    private final byte[] in;
    private final int end;
    private final int[] starts;
    private final byte[] decoded;

    private UrlPairs(byte[] in, int start, int end, int count) {
        this.in = in;
        this.end = end;
        this.starts = starts(in, start, end, count);
        this.decoded = new byte[end - start];
    }

    /** The pairs of a text, or null when it has none without doubt, or has characters outside ASCII. */
    static @Nullable UrlPairs parse(String text) {
        boolean ascii = text.chars().allMatch(c -> c < 0x80);
        return ascii ? parse(text.getBytes(StandardCharsets.US_ASCII), 0, text.length()) : null;
    }

    static @Nullable UrlPairs parse(byte[] in, int start, int end) {
        int count = count(in, start, end);
        if (count > MAX_PAIRS || !PercentEncoding.isWellFormed(in, start, end)) {
            return null;
        }
        UrlPairs pairs = new UrlPairs(in, start, end, count);
        return pairs.namesAreShort() && pairs.namesAreUtf8() ? pairs : null;
    }

    /** Writes the pairs without those whose name is ignored. */
    void writeTo(HashInput out, Spelling spelling, IgnoredMembers ignored) {
        for (int pair : StableSort.sorted(starts.length, this::compareNames)) {
            int start = starts[pair];
            int nameEnd = nameEnd(start);
            int length = PercentEncoding.decode(in, start, nameEnd, decoded);
            if (ignored.hasField(decoded, length)) {
                continue;
            }
            out.tag(1);
            write(out, start, nameEnd, spelling);
            boolean hasValue = nameEnd < end && in[nameEnd] == '=';
            out.tag(hasValue ? 1 : 0);
            if (hasValue) {
                write(out, nameEnd + 1, pairEnd(nameEnd), spelling);
            }
        }
        out.tag(0);
    }

    private void write(HashInput out, int from, int to, Spelling spelling) {
        int length = spelling == Spelling.FORM
                ? PercentEncoding.decode(in, from, to, decoded)
                : PercentEncoding.normalize(in, from, to, decoded);
        out.bytes(decoded, 0, length);
    }

    private boolean namesAreShort() {
        int length = 0;
        for (int start : starts) {
            length += nameEnd(start) - start;
        }
        return length <= MAX_NAME_BYTES;
    }

    private boolean namesAreUtf8() {
        for (int start : starts) {
            int length = PercentEncoding.decode(in, start, nameEnd(start), decoded);
            if (!Utf8.isValid(decoded, 0, length)) {
                return false;
            }
        }
        return true;
    }

    private int compareNames(int left, int right) {
        int i = starts[left];
        int j = starts[right];
        while (true) {
            int a = isNameEnd(i) ? -1 : PercentEncoding.decodedAt(in, i);
            int b = isNameEnd(j) ? -1 : PercentEncoding.decodedAt(in, j);
            if (a != b || a < 0) {
                return a - b;
            }
            i += PercentEncoding.lengthAt(in, i);
            j += PercentEncoding.lengthAt(in, j);
        }
    }

    private int nameEnd(int position) {
        int p = position;
        while (!isNameEnd(p)) {
            p++;
        }
        return p;
    }

    private boolean isNameEnd(int p) {
        return p == end || in[p] == '=' || in[p] == '&';
    }

    private int pairEnd(int position) {
        int p = position;
        while (p < end && in[p] != '&') {
            p++;
        }
        return p;
    }

    private static int count(byte[] in, int start, int end) {
        int count = 1;
        for (int p = start; p < end; p++) {
            count += in[p] == '&' ? 1 : 0;
        }
        return count;
    }

    private static int[] starts(byte[] in, int start, int end, int count) {
        int[] starts = new int[count];
        starts[0] = start;
        int next = 1;
        for (int p = start; p < end; p++) {
            if (in[p] == '&') {
                starts[next++] = p + 1;
            }
        }
        return starts;
    }
}
