package dev.idempotency.benchmarks.fingerprint;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Bodies of one length that are made to be dear, of every kind that is read rather than hashed as it stands. */
final class HostileBodies {

    static final int LENGTH = 1_000_000;

    private static final String JSON = "application/json";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String MULTIPART = "multipart/form-data; boundary=";
    private static final String LONGEST = "-".repeat(69) + "y";
    private static final String FIELD = "Content-Disposition: form-data; name=\"a\"\r\n";

    /** A body and its type. */
    static final class Hostile {

        private final String name;
        private final String contentType;
        private final byte[] body;

        private Hostile(String name, String contentType, byte[] body) {
            this.name = name;
            this.contentType = contentType;
            this.body = body;
        }

        String name() {
            return name;
        }

        String contentType() {
            return contentType;
        }

        byte[] body() {
            return body;
        }
    }

    private HostileBodies() {}

    static Hostile plain() {
        return new Hostile("plain JSON", JSON, OrderJson.ofLength(LENGTH, Spelling.COMPACT));
    }

    static List<Hostile> all() {
        List<Hostile> all = new ArrayList<>();
        addJson(all);
        addForms(all);
        addMultipart(all);
        all.add(new Hostile("text", "text/plain", filled("", i -> "text ", "")));
        return all;
    }

    private static void addJson(List<Hostile> all) {
        all.add(json("indented orders", OrderJson.ofLength(LENGTH, Spelling.INDENTED)));
        all.add(json("512 arrays deep", filled("[0", i -> "," + "[".repeat(511) + "]".repeat(511), "]")));
        all.add(json("512 objects deep, unsorted", filled("[0", i -> "," + deep(), "]")));
        all.add(json("numbers to respell", filled("[0", i -> ",1e9", "]")));
        all.add(json("numbers that grow", filled("[0", i -> ",1e20", "]")));
        all.add(json("long numbers", filled("[0", i -> "," + "1".repeat(990) + ".0", "]")));
        all.add(json("escapes", filled("[\"", i -> "\\u0041", "\"]")));
        all.add(json("control characters", filled("[\"", i -> "\\n", "\"]")));
        all.add(json("escaped strings", filled("[\"\"", i -> ",\"\\/\"", "]")));
        all.add(json("characters of four bytes", filled("[\"", i -> "\uD83D\uDE00", "\"]")));
        all.add(json("one object backwards", filled("{\"z\":0", i -> ",\"" + (999_999 - i) + "\":1", "}")));
        all.add(json(
                "shuffled, common beginning", filled("{\"z\":0", i -> ",\"aaaaaaaaaa" + shuffled(i) + "\":1", "}")));
        all.add(json(
                "one long beginning", filled("{\"z\":0", i -> ",\"" + "a".repeat(500) + shuffled(i) + "\":1", "}")));
        all.add(json("escaped names", filled("{\"z\":0", i -> ",\"\\u0061" + shuffled(i) + "\":1", "}")));
        all.add(json("small objects", filled("[0", i -> ",{\"b\":1,\"a\":2}", "]")));
        all.add(json(
                "small objects, each its own order",
                filled("[0", i -> i % 2 == 0 ? ",{\"b\":1,\"a\":2}" : ",{\"d\":1,\"a\":2,\"b\":3}", "]")));
        all.add(json("small objects, indented", filled("[0", i -> ", {\"b\":1,\"a\":2}", "]")));
        all.add(json("a duplicate at the end", filled("{\"z\":0", i -> ",\"" + (999_999 - i) + "\":1", ",\"z\":1}")));
        all.add(json("not closed", filled("[0", i -> ",{\"b\":1,\"a\":2}", "")));
    }

    private static String deep() {
        return "{\"b\":1,\"a\":".repeat(500) + "1" + "}".repeat(500);
    }

    private static void addForms(List<Hostile> all) {
        all.add(form("a million empty pairs", filled("a=1", i -> "&", "")));
        all.add(form("fields backwards", filled("z=1", i -> "&" + (999_999 - i) + "=", "")));
        all.add(form("shuffled fields", filled("z=1", i -> "&" + shuffled(i), "")));
        all.add(form("escaped fields", filled("z=1", i -> "&%61%6" + (i % 9 + 1) + "=%20", "")));
        all.add(form("one long beginning", filled("z=1", i -> "&" + "a".repeat(500) + shuffled(i), "")));
        all.add(form("fields of one name", filled("z=1", i -> "&a", "")));
        all.add(form("one escaped value", filled("z=", i -> "%41", "")));
    }

    private static void addMultipart(List<Hostile> all) {
        String long200k = "-".repeat(200_000) + "y";
        all.add(multipart("a boundary of 200,000 characters", long200k, filled("", i -> "-", "")));
        all.add(multipart(
                "the longest boundary, nearly found",
                LONGEST,
                filled(
                        "--" + LONGEST + "\r\n" + FIELD + "\r\n",
                        i -> "\r\n--" + "-".repeat(69),
                        "\r\n--" + LONGEST + "--")));
        all.add(multipart(
                "line breaks",
                LONGEST,
                filled("--" + LONGEST + "\r\n" + FIELD + "\r\n", i -> "\r\n", "\r\n--" + LONGEST + "--")));
        all.add(multipart("small parts", "b", filled("", i -> "--b\r\n" + FIELD + "\r\n\r\n", "--b--")));
        all.add(multipart(
                "parts with many headers",
                "b",
                filled("", i -> "--b\r\n" + FIELD + "x:\r\n".repeat(1_900) + "\r\n\r\n", "--b--")));
        all.add(multipart(
                "a long disposition",
                "b",
                filled(
                        "",
                        i -> "--b\r\nContent-Disposition: form-data; name=\"a\"" + ";a=b".repeat(1_900)
                                + "\r\n\r\n\r\n",
                        "--b--")));
        all.add(multipart(
                "encoded names",
                "b",
                filled(
                        "",
                        i -> "--b\r\nContent-Disposition: form-data; name=\"a\"; filename*=UTF-8''"
                                + "%41".repeat(2_500) + "\r\n\r\n\r\n",
                        "--b--")));
    }

    private static Hostile json(String name, byte[] body) {
        return new Hostile("JSON: " + name, JSON, body);
    }

    private static Hostile form(String name, byte[] body) {
        return new Hostile("form: " + name, FORM, body);
    }

    private static Hostile multipart(String name, String boundary, byte[] body) {
        return new Hostile("multipart: " + name, MULTIPART + boundary, body);
    }

    private static int shuffled(int i) {
        return 100_000 + (int) (i * 7_919L % 900_000);
    }

    private static byte[] filled(String first, IntFunction<String> next, String last) {
        ByteArrayOutputStream text = new ByteArrayOutputStream(LENGTH);
        text.writeBytes(bytes(first));
        for (int i = 0; ; i++) {
            byte[] more = bytes(next.apply(i));
            if (text.size() + more.length + last.length() > LENGTH) {
                text.writeBytes(bytes(last));
                return text.toByteArray();
            }
            text.writeBytes(more);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
