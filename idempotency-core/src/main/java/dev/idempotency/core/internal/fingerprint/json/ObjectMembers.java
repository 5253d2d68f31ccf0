package dev.idempotency.core.internal.fingerprint.json;

/**
 * The members of all objects that are open, innermost last: their names, to find the order and duplicates, and where
 * they start in the canonical text. An object whose members come in order leaves nothing behind when it ends; of any
 * other the {@link MemberReordering} keeps where its members go.
 */
final class ObjectMembers {

    /** Of a member: start and length of its name, start in the text, the mark before it, its {@link NameOrder#key}. */
    private static final int MEMBER = 5;
    /** Of an open object: where the members of the object around it start, and whether those are in order so far. */
    private static final int OBJECT = 2;

    private final byte[] in;
    private final GrowingBytes decodedNames;
    private final MemberReordering rearrangement;
    private final MemoryBudget budget;
    private final GrowingInts members;
    private final GrowingInts open;
    private int first;
    private boolean ordered = true;
    /** Tried before sorting: objects in an array are mostly of one kind, written by one program. */
    private int[] lastOrder = {};

    ObjectMembers(byte[] in, GrowingBytes decodedNames, MemberReordering rearrangement, MemoryBudget budget) {
        this.in = in;
        this.decodedNames = decodedNames;
        this.rearrangement = rearrangement;
        this.budget = budget;
        this.members = new GrowingInts(MEMBER * 16, budget);
        this.open = new GrowingInts(OBJECT * 8, budget);
    }

    void openObject() {
        int at = open.reserve(OBJECT);
        open.ints[at] = first;
        open.ints[at + 1] = ordered ? 1 : 0;
        first = members.length;
        ordered = true;
    }

    /**
     * Adds a member to the innermost object. A name that was there already shows when the object ends.
     *
     * @param name where the name starts in the input, or the complement of where it starts among the decoded names
     * @param start where the member starts in the text
     */
    void add(int name, int nameLength, int start) {
        int at = members.reserve(MEMBER);
        int[] member = members.ints;
        member[at] = name;
        member[at + 1] = nameLength;
        member[at + 2] = start;
        member[at + 3] = rearrangement.mark();
        member[at + 4] =
                name < 0 ? NameOrder.key(decodedNames.bytes, ~name, nameLength) : NameOrder.key(in, name, nameLength);
        ordered = ordered && (at == first || compare(at - MEMBER, at) < 0);
    }

    /** Where the last member added to the innermost object starts in the text. */
    int lastStart() {
        return members.ints[members.length - MEMBER + 2];
    }

    /** Forgets what was rearranged inside the last member. */
    void forgetInsideLast() {
        rearrangement.truncate(members.ints[members.length - MEMBER + 3]);
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
        int membersEnd = place(lastOrder, end);
        if (membersEnd < 0) {
            int count = (members.length - first) / MEMBER;
            budget.take(StableSort.bytes(count));
            lastOrder = StableSort.sorted(count, (left, right) -> compare(at(left), at(right)));
            membersEnd = place(lastOrder, end);
        }
        if (membersEnd < 0) {
            return false;
        }
        rearrangement.object(members.ints[first + 2], end, membersEnd, members.ints[first + 3]);
        return true;
    }

    /**
     * Tells the rearrangement where the members of the innermost object go.
     *
     * @param order what should be their order
     * @return the end of the members in the rearrangement, or -1 when the order is not theirs or two have one name
     */
    private int place(int[] order, int end) {
        if (first + order.length * MEMBER != members.length) {
            return -1;
        }
        int range = rearrangement.openMembers(order.length);
        int mark = rearrangement.mark();
        int previous = -1;
        for (int index : order) {
            int member = at(index);
            if (previous >= 0 && compare(previous, member) >= 0) {
                return -1;
            }
            previous = member;
            int next = member + MEMBER;
            boolean isLast = next == members.length;
            int start = members.ints[member + 2];
            int memberEnd = isLast ? end : members.ints[next + 2];
            if (memberEnd > start) {
                range = rearrangement.member(range, start, memberEnd, isLast ? mark : members.ints[next + 3]);
            }
        }
        return range;
    }

    private int at(int index) {
        return first + index * MEMBER;
    }

    /** In the {@link NameOrder}. */
    private int compare(int left, int right) {
        int a = members.ints[left + 4];
        int b = members.ints[right + 4];
        return a != b ? (a < b ? -1 : 1) : compareWhole(left, right);
    }

    private int compareWhole(int left, int right) {
        int a = members.ints[left];
        int b = members.ints[right];
        return NameOrder.compare(
                a < 0 ? decodedNames.bytes : in,
                a < 0 ? ~a : a,
                members.ints[left + 1],
                b < 0 ? decodedNames.bytes : in,
                b < 0 ? ~b : b,
                members.ints[right + 1]);
    }
}
