package dev.idempotency.core.fingerprint;

/**
 * Which stretches of a text change places: for every object whose members are not in order, the stretches of its members
 * in their new order. Objects are recorded when they end, so an object comes after all objects inside it. That is why
 * the new text is written from its end to its start: the last object recorded within a stretch is then the next one
 * met, and every byte of the text is moved once, however deeply objects are nested.
 *
 * <p>A member's stretch ends with the comma or brace after it. All have the same length, so after the move each is
 * simply given the one that belongs there.
 */
final class Rearrangement {

    /** Of an object: start and end of its stretch, start and end of its ranges, count of objects before its first. */
    private static final int OBJECT = 5;
    /** Of a member: start and end of its stretch, count of objects before the stretch's end. */
    private static final int RANGE = 3;
    /** Of a stretch that waits while an object in it is written: its start, what is left, objects, ranges. */
    private static final int WAITING = 5;

    private final IntTape objects = new IntTape(OBJECT * 8);
    private final IntTape ranges = new IntTape(RANGE * 32);

    /** How many objects are recorded. */
    int count() {
        return objects.length / OBJECT;
    }

    /** Forgets all objects but the first so many. */
    void truncate(int count) {
        if (count < count()) {
            objects.length = count * OBJECT;
            ranges.length = objects.ints[objects.length + 2];
        }
    }

    /** Adds a member to the object that {@link #object} will record. */
    void member(int start, int end, int objectsBeforeEnd) {
        int at = ranges.reserve(RANGE);
        ranges.ints[at] = start;
        ranges.ints[at + 1] = end;
        ranges.ints[at + 2] = objectsBeforeEnd;
    }

    /** Records an object whose members, in their new order, were just added. */
    void object(int start, int end, int members, int objectsBefore) {
        int at = objects.reserve(OBJECT);
        objects.ints[at] = start;
        objects.ints[at + 1] = end;
        objects.ints[at + 2] = ranges.length - members * RANGE;
        objects.ints[at + 3] = ranges.length;
        objects.ints[at + 4] = objectsBefore;
    }

    /** The text with everything in its place. */
    byte[] apply(byte[] text, int length) {
        byte[] out = new byte[length];
        int written = length;
        IntTape waiting = new IntTape(WAITING * 8);
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
                int at = waiting.reserve(WAITING);
                waiting.ints[at] = start;
                waiting.ints[at + 1] = objects.ints[object];
                waiting.ints[at + 2] = objects.ints[object + 4] * OBJECT;
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
            object = ranges.ints[range + 2] * OBJECT;
        }
    }

    private static int copy(byte[] text, int start, int end, byte[] out, int written) {
        int at = written - (end - start);
        System.arraycopy(text, start, out, at, end - start);
        return at;
    }
}
