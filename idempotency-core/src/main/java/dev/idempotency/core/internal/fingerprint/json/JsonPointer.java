package dev.idempotency.core.internal.fingerprint.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Reads one value of a JSON document by its pointer (RFC 6901), from the canonical form: so two documents that are the same to a
 * fingerprint have the same value, and a document that has none, such as one that names a member twice, has no value either.
 */
public final class JsonPointer {

    private final List<String> names;

    private JsonPointer(List<String> names) {
        this.names = names;
    }

    /**
     * Reads a pointer, such as {@code /order/id}.
     *
     * @throws IllegalArgumentException if it does not begin with a slash
     */
    public static JsonPointer parse(String pointer) {
        if (!pointer.startsWith("/")) {
            throw new IllegalArgumentException("A JSON pointer begins with a slash, but this one is '" + pointer + "'");
        }
        return new JsonPointer(Arrays.stream(pointer.substring(1).split("/", -1))
                .map(name -> name.replace("~1", "/").replace("~0", "~"))
                .toList());
    }

    /** The text of the string, number or truth value that it leads to in this document; empty if it leads to none. */
    public Optional<String> textIn(byte[] document) {
        GrowingBytes canonical = CanonicalJson.of(document, 0, document.length, IgnoredMembers.NONE);
        return canonical == null
                ? Optional.empty()
                : new Reader(new String(canonical.bytes, 0, canonical.length, StandardCharsets.UTF_8)).find();
    }

    /** Goes through the canonical form, which is valid and has no white space. */
    private final class Reader {

        private final String json;
        private int p;

        Reader(String json) {
            this.json = json;
        }

        Optional<String> find() {
            for (String name : names) {
                boolean isThere = json.charAt(p) == '{' ? member(name) : json.charAt(p) == '[' && element(name);
                if (!isThere) {
                    return Optional.empty();
                }
            }
            return text();
        }

        /** Moves to the value of the member of an object. */
        private boolean member(String name) {
            p++;
            while (json.charAt(p) != '}') {
                String found = string();
                p++;
                if (found.equals(name)) {
                    return true;
                }
                next();
            }
            return false;
        }

        /** Moves to the element of an array. */
        private boolean element(String index) {
            if (!index.matches("0|[1-9][0-9]{0,8}")) {
                return false;
            }
            p++;
            for (int left = Integer.parseInt(index); json.charAt(p) != ']'; left--) {
                if (left == 0) {
                    return true;
                }
                next();
            }
            return false;
        }

        /** Moves over a value, and the comma after it. */
        private void next() {
            skip();
            if (json.charAt(p) == ',') {
                p++;
            }
        }

        private void skip() {
            int depth = 0;
            do {
                char c = json.charAt(p);
                if (c == '"') {
                    string();
                } else {
                    depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
                    p++;
                }
            } while (p < json.length() && (depth > 0 || !isEnd(json.charAt(p))));
        }

        private static boolean isEnd(char c) {
            return c == ',' || c == '}' || c == ']';
        }

        private Optional<String> text() {
            char first = json.charAt(p);
            if (first == '"') {
                return Optional.of(string());
            }
            int start = p;
            skip();
            return first == '{' || first == '[' || first == 'n'
                    ? Optional.empty()
                    : Optional.of(json.substring(start, p));
        }

        /** Moves over a string, and returns what it means. */
        private String string() {
            StringBuilder text = new StringBuilder();
            p++;
            while (json.charAt(p) != '"') {
                char c = json.charAt(p++);
                text.append(c == '\\' ? escaped() : c);
            }
            p++;
            return text.toString();
        }

        private char escaped() {
            char c = json.charAt(p++);
            return switch (c) {
                case 'b' -> '\b';
                case 'f' -> '\f';
                case 'n' -> '\n';
                case 'r' -> '\r';
                case 't' -> '\t';
                case 'u' -> {
                    p += 4;
                    yield (char) Integer.parseInt(json, p - 4, p, 16);
                }
                default -> c;
            };
        }
    }
}
