package dev.idempotency.core.fingerprint;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random documents, as trees of maps, lists, strings, numbers and constants, and random ways to write them. */
final class RandomJson {

    private static final String[] PIECES = {
        "a",
        "b",
        "Z",
        "0",
        " ",
        "\"",
        "\\",
        "/",
        "\b",
        "\f",
        "\n",
        "\r",
        "\t",
        "\u0000",
        "\u001f",
        "\u007f",
        "\u0080",
        "é",
        "ß",
        "€",
        "\u2028",
        "\ud7ff",
        "\ue000",
        "\uffff",
        "😀",
        "\ud800\udc00",
        "\udbff\udfff",
        "name",
        "order"
    };

    private final Random random;

    RandomJson(long seed) {
        random = new Random(seed);
    }

    Object document() {
        return value(random.nextInt(5));
    }

    private Object value(int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 5)) {
            case 0 -> text();
            case 1 -> number();
            case 2 -> random.nextBoolean();
            case 3 -> Nothing.NULL;
            case 4 -> random.nextInt(1000);
            case 5 -> list(depth - 1);
            default -> object(depth - 1);
        };
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> members = new LinkedHashMap<>();
        int size = random.nextInt(random.nextInt(10) == 0 ? 60 : 8);
        for (int i = 0; i < size; i++) {
            members.put(text(), value(depth));
        }
        return members;
    }

    private List<Object> list(int depth) {
        List<Object> elements = new ArrayList<>();
        int size = random.nextInt(5);
        for (int i = 0; i < size; i++) {
            elements.add(value(depth));
        }
        return elements;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        int pieces = random.nextInt(random.nextInt(8) == 0 ? 40 : 5);
        for (int i = 0; i < pieces; i++) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    /** Up to fifteen digits: as many as a double always keeps, so that the number is the shortest form of its double. */
    private BigDecimal number() {
        long digits = random.nextLong() % (random.nextBoolean() ? 1_000L : 1_000_000_000_000_000L);
        int scale = random.nextBoolean() ? random.nextInt(30) - 10 : random.nextInt(560) - 280;
        return BigDecimal.valueOf(digits, scale);
    }

    /** Writes the document with members in any order, white space anywhere and characters in any spelling. */
    String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private void write(Object value, StringBuilder out) {
        space(out);
        if (value instanceof Map<?, ?> members) {
            out.append('{');
            List<Map.Entry<?, ?>> entries = new ArrayList<>(members.entrySet());
            Collections.shuffle(entries, random);
            String comma = "";
            for (Map.Entry<?, ?> entry : entries) {
                out.append(comma);
                space(out);
                writeText((String) entry.getKey(), out);
                space(out);
                out.append(':');
                write(entry.getValue(), out);
                comma = ",";
            }
            out.append('}');
        } else if (value instanceof List<?> elements) {
            out.append('[');
            String comma = "";
            for (Object element : elements) {
                out.append(comma);
                write(element, out);
                comma = ",";
            }
            out.append(']');
        } else if (value instanceof String text) {
            writeText(text, out);
        } else {
            out.append(value);
        }
        space(out);
    }

    private void writeText(String text, StringBuilder out) {
        out.append('"');
        for (char unit : text.toCharArray()) {
            boolean must = unit < 0x20 || unit == '"' || unit == '\\';
            boolean inPair = Character.isSurrogate(unit);
            if (must || (!inPair && random.nextInt(6) == 0)) {
                out.append(escape(unit));
            } else {
                out.append(unit);
            }
        }
        out.append('"');
    }

    private String escape(char unit) {
        int at = "\"\\/\b\f\n\r\t".indexOf(unit);
        if (at >= 0 && random.nextBoolean()) {
            return "\\" + "\"\\/bfnrt".charAt(at);
        }
        return String.format(random.nextBoolean() ? "\\u%04x" : "\\u%04X", (int) unit);
    }

    private void space(StringBuilder out) {
        if (random.nextInt(5) == 0) {
            out.append(" \t\r\n".charAt(random.nextInt(4)));
        }
    }

    /** The constant null, which no map or list of ours could hold otherwise. */
    enum Nothing {
        NULL;

        @Override
        public String toString() {
            return "null";
        }
    }
}
