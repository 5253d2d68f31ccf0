package dev.idempotency.core.internal.fingerprint.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What of a body does not count, by name. A path leads from the outermost object inwards, names separated by dots; a
 * backslash takes the character after it literally. Arrays are passed through.
 */
public final class IgnoredMembers {

    public static final IgnoredMembers NONE = new IgnoredMembers(List.of());

    private final Node root = new Node();
    private final byte[][] fields;

    public IgnoredMembers(Collection<String> paths) {
        List<byte[]> names = new ArrayList<>();
        for (String path : paths) {
            List<String> segments = segments(path);
            Node node = root;
            for (String segment : segments) {
                node = node.add(segment.getBytes(StandardCharsets.UTF_8));
            }
            node.ignored = true;
            names.add(String.join(".", segments).getBytes(StandardCharsets.UTF_8));
        }
        fields = names.toArray(byte[][]::new);
    }

    /** Where a walk through a document begins, or null when nothing is ignored. */
    @Nullable Node root() {
        return root.children.isEmpty() ? null : root;
    }

    /** Whether a form's field of this name is ignored. Names of fields are not nested: the whole path is the name. */
    public boolean hasField(byte[] name, int length) {
        for (byte[] field : fields) {
            if (Arrays.equals(field, 0, field.length, name, 0, length)) {
                return true;
            }
        }
        return false;
    }

    private static List<String> segments(String path) {
        List<String> segments = new ArrayList<>();
        StringBuilder segment = new StringBuilder();
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == '.') {
                segments.add(checked(segment, path));
                segment.setLength(0);
            } else if (c == '\\' && i + 1 < path.length()) {
                segment.append(path.charAt(++i));
            } else {
                segment.append(c);
            }
        }
        segments.add(checked(segment, path));
        return segments;
    }

    private static String checked(StringBuilder segment, String path) {
        if (segment.isEmpty()) {
            throw new IllegalArgumentException("A path of ignored members has no empty names: '" + path + "'");
        }
        return segment.toString();
    }

    /** The names that lead on from one place of a path. */
    static final class Node {

        private final List<byte[]> names = new ArrayList<>();
        private final List<Node> children = new ArrayList<>();
        private boolean ignored;

        boolean isIgnored() {
            return ignored;
        }

        @Nullable Node child(byte[] in, int start, int end) {
            for (int i = 0; i < names.size(); i++) {
                byte[] name = names.get(i);
                if (Arrays.equals(name, 0, name.length, in, start, end)) {
                    return children.get(i);
                }
            }
            return null;
        }

        private Node add(byte[] name) {
            Node child = child(name, 0, name.length);
            if (child == null) {
                child = new Node();
                names.add(name);
                children.add(child);
            }
            return child;
        }
    }
}
