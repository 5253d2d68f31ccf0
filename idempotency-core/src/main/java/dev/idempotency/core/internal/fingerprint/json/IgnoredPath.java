package dev.idempotency.core.internal.fingerprint.json;

import org.jspecify.annotations.Nullable;

/** Follows a scan through a document and tells which members are ignored. Costs next to nothing when none are. */
final class IgnoredPath {

    private final boolean active;
    /** Where the names in a container are looked up, by depth. */
    private final IgnoredMembers.@Nullable Node[] containers;
    /** What was found for the member, or holds for the array's elements, that the scan is in, by depth. */
    private final IgnoredMembers.@Nullable Node[] values;

    private int depth;

    IgnoredPath(IgnoredMembers ignored) {
        IgnoredMembers.Node root = ignored.root();
        active = root != null;
        int levels = active ? JsonScanner.MAX_DEPTH + 1 : 1;
        containers = new IgnoredMembers.@Nullable Node[levels];
        values = new IgnoredMembers.@Nullable Node[levels];
        values[0] = root;
    }

    void open(boolean array) {
        if (active) {
            IgnoredMembers.Node node = values[depth++];
            containers[depth] = node;
            values[depth] = array ? node : null;
        }
    }

    void close() {
        if (active) {
            depth--;
        }
    }

    void enterMember(byte[] in, int start, int end) {
        if (active) {
            IgnoredMembers.Node node = containers[depth];
            values[depth] = node == null ? null : node.child(in, start, end);
        }
    }

    /** Whether the member entered last in the innermost container is ignored. */
    boolean isMemberIgnored() {
        if (!active) {
            return false;
        }
        IgnoredMembers.Node node = values[depth];
        return node != null && node.isIgnored();
    }
}
