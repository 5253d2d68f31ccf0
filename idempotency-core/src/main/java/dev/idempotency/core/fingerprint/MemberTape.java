package dev.idempotency.core.fingerprint;

/**
 * The members of all objects that are open, innermost last: their names, to find the order and duplicates, and where
 * they start in the canonical text. An object whose members come in order leaves nothing behind when it ends; of any
 * other the {@link Rearrangement} keeps where its members go.
 */
final class MemberTape {

    /** Of a member: start and length of its name, start in the text, count of rearranged objects before it. */
    private static final int MEMBER = 4;
    /** Of an open object: where the members of the object around it start, and whether those are in order so far. */
    private static final int OBJECT = 2;

    private final byte[] in;
    private final ByteTape decodedNames;
    private final Rearrangement rearrangement;
    private final IntTape members = new IntTape(MEMBER * 32);
    private final IntTape open = new IntTape(OBJECT * 16);
    private int first;
    private boolean ordered = true;

    MemberTape(byte[] in, ByteTape decodedNames, Rearrangement rearrangement) {
        this.in = in;
        this.decodedNames = decodedNames;
        this.rearrangement = rearrangement;
    }

    void openObject() {
        int at = open.reserve(OBJECT);
        open.ints[at] = first;
        open.ints[at + 1] = ordered ? 1 : 0;
        first = members.length;
        ordered = true;
    }

    /**
     * Adds a member to the innermost object.
     *
     * @param name where the name starts in the input, or the complement of where it starts among the decoded names
     * @param start where the member starts in the text
     * @return whether the name may be new; false when it is known to be a duplicate
     */
    boolean add(int name, int nameLength, int start) {
        int at = members.reserve(MEMBER);
        members.ints[at] = name;
        members.ints[at + 1] = nameLength;
        members.ints[at + 2] = start;
        members.ints[at + 3] = rearrangement.count();
        if (ordered && at > first) {
            int order = compare(at - MEMBER, at);
            ordered = order < 0;
            return order != 0;
        }
        return true;
    }

    /** Where the last member added to the innermost object starts in the text. */
    int lastStart() {
        return members.ints[members.length - MEMBER + 2];
    }

    /** Forgets what was rearranged inside the last member. */
    void forgetInsideLast() {
        rearrangement.truncate(members.ints[members.length - 1]);
    }

    /**
     * Ends the innermost object.
     *
     * @param end the position after it in the text
     * @return whether all names in it are different
     */
    boolean closeObject(int end) {
        boolean distinct = ordered || rearrange(end);
        members.length = first;
        open.length -= OBJECT;
        first = open.ints[open.length];
        ordered = open.ints[open.length + 1] != 0;
        return distinct;
    }

    private boolean rearrange(int end) {
        int count = (members.length - first) / MEMBER;
        int objects = rearrangement.count();
        int[] order = StableSort.sorted(count, (left, right) -> compare(at(left), at(right)));
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (i > 0 && compare(at(order[i - 1]), at(order[i])) == 0) {
                return false;
            }
            int member = at(order[i]);
            int next = member + MEMBER;
            boolean isLast = next == members.length;
            int start = members.ints[member + 2];
            int memberEnd = isLast ? end : members.ints[next + 2];
            if (memberEnd > start) {
                rearrangement.member(start, memberEnd, isLast ? objects : members.ints[next + 3]);
                kept++;
            }
        }
        if (kept > 1) {
            rearrangement.object(members.ints[first + 2], end, kept, members.ints[first + 3]);
        }
        return true;
    }

    private int at(int index) {
        return first + index * MEMBER;
    }

    /**
     * Compares two names by their UTF-16 code units. Bytes of UTF-8 have the order of code points, which differs in one
     * place: four-byte characters are surrogates in UTF-16 and come before U+E000 to U+FFFF, whose first byte is EE or EF.
     */
    private int compare(int left, int right) {
        int a = members.ints[left];
        int b = members.ints[right];
        byte[] leftBytes = a < 0 ? decodedNames.bytes : in;
        byte[] rightBytes = b < 0 ? decodedNames.bytes : in;
        a = a < 0 ? ~a : a;
        b = b < 0 ? ~b : b;
        int leftLength = members.ints[left + 1];
        int rightLength = members.ints[right + 1];
        int length = Math.min(leftLength, rightLength);
        for (int i = 0; i < length; i++) {
            int x = leftBytes[a + i] & 0xFF;
            int y = rightBytes[b + i] & 0xFF;
            if (x != y) {
                boolean surrogatesDecide = x >= 0xEE && y >= 0xEE && (x < 0xF0 || y < 0xF0) && (x >= 0xF0 || y >= 0xF0);
                return surrogatesDecide ? y - x : x - y;
            }
        }
        return leftLength - rightLength;
    }
}
