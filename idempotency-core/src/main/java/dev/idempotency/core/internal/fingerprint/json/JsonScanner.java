package dev.idempotency.core.internal.fingerprint.json;

/**
 * Reads a JSON document (RFC 8259, strictly) in one pass and without recursion. What it reads goes into the {@link
 * CanonicalText} in the order of the input; which members must move is left to the {@link ObjectMembers}.
 *
 * <p>Positions run through the methods as arguments and results. A negative one ends the scan.
 */
final class JsonScanner {

    static final int MAX_DEPTH = 512;

    private static final int USUAL_DEPTH = 16;
    private static final int INVALID = -1;
    private static final int DONE = -2;

    private final byte[] in;
    private final int end;
    private final CanonicalText text;
    private final GrowingBytes decoded;
    private final ObjectMembers members;
    private final IgnoredPath ignored;
    private final GrowingBytes closers;
    /** Of the innermost container, or 0 outside of all. */
    private byte closer;

    JsonScanner(
            byte[] in,
            int end,
            CanonicalText text,
            MemberReordering rearrangement,
            IgnoredMembers ignored,
            MemoryBudget budget) {
        this.in = in;
        this.end = end;
        this.text = text;
        this.decoded = new GrowingBytes(0, budget);
        this.closers = new GrowingBytes(USUAL_DEPTH, budget);
        this.members = new ObjectMembers(in, decoded, rearrangement, budget);
        this.ignored = new IgnoredPath(ignored);
    }

    /** Whether the input from a position to the end is one JSON text that has a canonical form. */
    boolean scan(int start) {
        int p = skipSpace(start);
        while (p >= 0) {
            p = switch (at(p)) {
                case '"' -> afterValue(string(p));
                case '{' -> openObject(p + 1);
                case '[' -> openArray(p + 1);
                case 't' -> afterValue(literal(p, LittleEndian.TRUE));
                case 'f' -> afterValue(literal(p + 1, LittleEndian.FALSE_TAIL));
                case 'n' -> afterValue(literal(p, LittleEndian.NULL));
                default -> afterValue(number(p));
            };
        }
        return p == DONE;
    }

    private int openObject(int p) {
        if (!open('}')) {
            return INVALID;
        }
        members.openObject();
        int next = skipSpace(p);
        return at(next) == '}' ? afterValue(closeObject(next)) : memberName(next);
    }

    private int openArray(int p) {
        if (!open(']')) {
            return INVALID;
        }
        int next = skipSpace(p);
        return at(next) == ']' ? afterValue(closeArray(next)) : next;
    }

    private boolean open(char closer) {
        if (closers.length == MAX_DEPTH) {
            return false;
        }
        closers.append(this.closer);
        this.closer = (byte) closer;
        ignored.open(closer == ']');
        return true;
    }

    /** Goes on after a value: over commas to the next value, over closing brackets to what follows them. */
    private int afterValue(int position) {
        int p = position;
        while (p >= 0 && closer != 0) {
            p = skipSpace(p);
            boolean inObject = closer == '}';
            byte next = at(p);
            if (next == ',') {
                return inObject ? memberName(skipSpace(endMember(p + 1))) : skipSpace(p + 1);
            }
            if (next != closer) {
                return INVALID;
            }
            p = inObject ? closeObject(p) : closeArray(p);
        }
        return p >= 0 && skipSpace(p) == end ? DONE : INVALID;
    }

    private int closeArray(int p) {
        leave();
        return p + 1;
    }

    private int closeObject(int p) {
        if (ignored.isMemberIgnored()) {
            endMember(p);
            text.rewindComma();
        }
        leave();
        return members.closeObject(text.positionOf(p + 1)) ? p + 1 : INVALID;
    }

    private void leave() {
        closer = closers.bytes[--closers.length];
        ignored.close();
    }

    /** Takes a member that is ignored out of the text; the input goes on at the position given. */
    private int endMember(int next) {
        if (ignored.isMemberIgnored()) {
            text.rewind(members.lastStart(), next);
            members.forgetInsideLast();
        }
        return next;
    }

    /** Reads a member's name and colon; returns where its value starts. */
    private int memberName(int p) {
        if (at(p) != '"') {
            return INVALID;
        }
        int nameEnd = JsonString.skipPlain(in, p + 1, end);
        int next = at(nameEnd) == '"' ? plainName(p, nameEnd) : escapedName(p);
        if (next < 0) {
            return INVALID;
        }
        int colon = skipSpace(next);
        return at(colon) == ':' ? skipSpace(colon + 1) : INVALID;
    }

    private int plainName(int p, int nameEnd) {
        int name = p + 1;
        ignored.enterMember(in, name, nameEnd);
        members.add(name, nameEnd - name, text.positionOf(p));
        return nameEnd + 1;
    }

    private int escapedName(int p) {
        int start = text.positionOf(p);
        int name = decoded.length;
        int next = rewriteString(p);
        ignored.enterMember(decoded.bytes, name, decoded.length);
        members.add(~name, decoded.length - name, start);
        return next;
    }

    private int string(int p) {
        int plainEnd = at(p + 1) == '\\' ? p + 1 : JsonString.skipPlain(in, p + 1, end);
        if (at(plainEnd) == '"') {
            return plainEnd + 1;
        }
        int decodedStart = decoded.length;
        int next = rewriteString(p);
        decoded.length = decodedStart;
        return next;
    }

    /** Appends the meaning of a string to what is decoded and its canonical spelling to the text. */
    private int rewriteString(int p) {
        int decodedStart = decoded.length;
        int next = JsonString.decode(in, p + 1, end, decoded);
        if (next > 0) {
            JsonString.quote(decoded.bytes, decodedStart, decoded.length, text.replace(p, next));
        }
        return next;
    }

    private int number(int p) {
        int next = CanonicalNumber.skipCanonical(in, p, end);
        return next > 0 ? next : rewriteNumber(p);
    }

    private int rewriteNumber(int p) {
        int next = CanonicalNumber.canonicalize(in, p, end, text.replace(p, p));
        text.replace(p, Math.max(p, next));
        return next;
    }

    private int literal(int p, int word) {
        return end - p >= Integer.BYTES && LittleEndian.int32(in, p) == word ? p + Integer.BYTES : INVALID;
    }

    private int skipSpace(int p) {
        return at(p) > ' ' ? p : leaveOutSpace(p);
    }

    private int leaveOutSpace(int start) {
        int p = start;
        while (isSpace(at(p))) {
            p++;
        }
        if (p > start) {
            text.replace(start, p);
        }
        return p;
    }

    private static boolean isSpace(byte b) {
        return b <= ' ' && (b == ' ' || b == '\n' || b == '\r' || b == '\t');
    }

    private byte at(int p) {
        return p < end ? in[p] : 0;
    }
}
