package dev.idempotency.core.internal.fingerprint.json;

/**
 * Which stretches of a text change places: for every object whose members are not in order, the stretches of its members
 * in their new order. Objects are recorded when they end, so an object comes after all objects inside it. That is why
 * the new text is written from its end to its start: the last object recorded within a stretch is then the next one
 * met, and every byte of the text is moved once, however deeply objects are nested.
 *
 * <p>A member's stretch ends with the comma or brace after it. All have the same length, so after the move each is
 * simply given the one that belongs there.
 */
final class MemberReordering {

    /** Of an object: start and end of its stretch, start and end of its ranges, the mark at its start. */
    private static final int OBJECT = 5;
    /** Of a member: start and end of its stretch, the mark at that end. */
    private static final int RANGE = 3;
    /** Of a stretch that waits while an object in it is written: its start, what is left, objects, ranges. */
    private static final int WAITING = 5;

    private final MemoryBudget budget;
    private final GrowingInts objects;
    private final GrowingInts ranges;

    /**
     * Nothing is recorded yet.
     *
     * @param length of the text, from which the usual count of objects and members is guessed
     */
    MemberReordering(int length, MemoryBudget budget) {
        this.budget = budget;
        objects = new GrowingInts(OBJECT * (8 + length / 128), budget);
        ranges = new GrowingInts(RANGE * (8 + length / 20), budget);
    }

    /** Stands for the objects recorded so far. */
    int mark() {
        return objects.length;
    }

    /** Forgets all objects recorded after a mark. */
    void truncate(int mark) {
        if (mark < objects.length) {
            objects.length = mark;
            ranges.length = objects.ints[objects.length + 2];
        }
    }

    /** Makes room for the members of an object; returns where the first of them goes. */
    int openMembers(int count) {
        int at = ranges.reserve(count * RANGE);
        ranges.length = at;
        return at;
    }

    /** Puts a member where the room for it is; returns where the next one goes. */
    int member(int at, int start, int end, int markAtEnd) {
        int[] to = ranges.ints;
        to[at] = start;
        to[at + 1] = end;
        to[at + 2] = markAtEnd;
        return at + RANGE;
    }

    /** Records an object whose members, in their new order, were put up to a place. */
    void object(int start, int end, int membersEnd, int markAtStart) {
        if (membersEnd - ranges.length <= RANGE) {
            return;
        }
        int at = objects.reserve(OBJECT);
        objects.ints[at] = start;
        objects.ints[at + 1] = end;
        objects.ints[at + 2] = ranges.length;
        objects.ints[at + 3] = membersEnd;
        objects.ints[at + 4] = markAtStart;
        ranges.length = membersEnd;
    }

    /** The text with everything in its place. */
    byte[] apply(byte[] text, int length) {
        budget.take(length);
        byte[] out = new byte[length];
        int written = length;
        GrowingInts waiting = new GrowingInts(WAITING * 8, budget);
        int start = 0;
        int left = length;
        int object = objects.length;
        int firstRange = 0;
        int range = 0;
        while (true) {
            byte terminator;
            if (object > 0 && objects.ints[object - OBJECT] >= start) {
                object -= OBJECT;
                int end = objects.ints[object + 1];
                written = copy(text, end, left, out, written);
                if (objects.ints[object + 4] == object) {
                    written = writeMembers(text, object, out, written);
                    left = objects.ints[object];
                    continue;
                }
                int at = waiting.reserve(WAITING);
                waiting.ints[at] = start;
                waiting.ints[at + 1] = objects.ints[object];
                waiting.ints[at + 2] = objects.ints[object + 4];
                waiting.ints[at + 3] = firstRange;
                waiting.ints[at + 4] = range;
                firstRange = objects.ints[object + 2];
                range = objects.ints[object + 3];
                terminator = '}';
            } else {
                written = copy(text, start, left, out, written);
                if (range == firstRange) {
                    if (waiting.length == 0) {
                        return out;
                    }
                    waiting.length -= WAITING;
                    start = waiting.ints[waiting.length];
                    left = waiting.ints[waiting.length + 1];
                    object = waiting.ints[waiting.length + 2];
                    firstRange = waiting.ints[waiting.length + 3];
                    range = waiting.ints[waiting.length + 4];
                    continue;
                }
                terminator = ',';
            }
            out[--written] = terminator;
            range -= RANGE;
            start = ranges.ints[range];
            left = ranges.ints[range + 1] - 1;
            object = ranges.ints[range + 2];
        }
    }

    /** Writes an object in which no other is rearranged; returns where it begins. */
    private int writeMembers(byte[] text, int object, byte[] out, int end) {
        int[] from = ranges.ints;
        int first = objects.ints[object + 2];
        int written = end;
        byte terminator = '}';
        for (int range = objects.ints[object + 3] - RANGE; range >= first; range -= RANGE) {
            out[--written] = terminator;
            written = copy(text, from[range], from[range + 1] - 1, out, written);
            terminator = ',';
        }
        return written;
    }

    private static int copy(byte[] text, int start, int end, byte[] out, int written) {
        int at = written - (end - start);
        System.arraycopy(text, start, out, at, end - start);
        return at;
    }
}
