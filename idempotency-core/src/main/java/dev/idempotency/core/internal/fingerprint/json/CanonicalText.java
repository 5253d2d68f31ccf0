package dev.idempotency.core.internal.fingerprint.json;

/**
 * The canonical text of a document with its members still in the order of the input. Input that is canonical already is
 * copied in runs as long as possible: all that happens to it before is that its end is remembered.
 */
final class CanonicalText {

    private final byte[] in;
    private final GrowingBytes out;
    private int copied;

    CanonicalText(byte[] in, int start, int end, MemoryBudget budget) {
        this.in = in;
        this.out = new GrowingBytes(end - start, budget);
        this.copied = start;
    }

    /** Where the input at a position goes, given that all before it is canonical or was replaced. */
    int positionOf(int p) {
        return out.length + p - copied;
    }

    /** Leaves out a stretch of input; what is appended before the next call stands in its place. */
    GrowingBytes replace(int from, int to) {
        out.append(in, copied, from);
        copied = to;
        return out;
    }

    /** Takes back all text from a position on; the input goes on at {@code next}. */
    void rewind(int position, int next) {
        if (position > out.length) {
            out.append(in, copied, copied + position - out.length);
        }
        out.length = position;
        copied = next;
    }

    /** Takes back a comma at the end of the text. */
    void rewindComma() {
        if (out.bytes[out.length - 1] == ',') {
            out.length--;
        }
    }

    /** The whole text; the input itself when that is canonical from the beginning of its array. */
    GrowingBytes finish(int end) {
        return copied == 0 ? GrowingBytes.of(in, end) : replace(end, end);
    }
}
