package dev.idempotency.core.fingerprint;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Fingerprints bodies that were made to hurt, in a process of its own with a small heap. */
final class HostileBodies {

    private HostileBodies() {}

    public static void main(String[] arguments) {
        Fingerprinter fingerprinter = new CanonicalFingerprinter();
        all().forEach((name, body) -> System.out.println(name + " " + fingerprinter.fingerprint(Contents.json(body))));
    }

    static Map<String, byte[]> all() {
        Map<String, byte[]> bodies = new LinkedHashMap<>();
        bodies.put("huge-exponent", ascii("[1e999999999,-1e-999999999,1e99999999999999999999]"));
        bodies.put("million-digits", ascii("9".repeat(1_000_000)));
        bodies.put("million-zeros", ascii("0." + "0".repeat(1_000_000) + "1"));
        bodies.put("deep-arrays", ascii("[".repeat(100_000) + "]".repeat(100_000)));
        bodies.put("deep-objects", ascii("{\"a\":".repeat(100_000) + "1" + "}".repeat(100_000)));
        bodies.put("deep-unclosed", ascii("[".repeat(1_000_000)));
        bodies.put("long-string", ascii("\"" + "x".repeat(1_000_000) + "\""));
        bodies.put("long-escapes", ascii("\"" + "\\u0041".repeat(160_000) + "\""));
        bodies.put("colliding-names", collidingNames());
        bodies.put("common-prefixes", commonPrefixes());
        bodies.put("nested-unsorted", nestedUnsorted());
        bodies.put("truncated", Arrays.copyOf(collidingNames(), 500_000));
        return bodies;
    }

    /** 65,536 names with one hash code: every word of sixteen letters pairs Aa and BB. */
    private static byte[] collidingNames() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int name = 0; name < 65_536; name++) {
            out.writeBytes(ascii(name == 0 ? "{\"" : ",\""));
            for (int bit = 0; bit < 16; bit++) {
                out.writeBytes(ascii((name >> bit & 1) == 0 ? "Aa" : "BB"));
            }
            out.writeBytes(ascii("\":1"));
        }
        out.write('}');
        return out.toByteArray();
    }

    private static byte[] commonPrefixes() {
        String prefix = "x".repeat(1_000);
        StringBuilder out = new StringBuilder("{");
        for (int i = 999; i >= 0; i--) {
            out.append('"').append(prefix).append(i).append("\":1").append(i == 0 ? '}' : ',');
        }
        return ascii(out.toString());
    }

    /** Each level has its members the wrong way round, and everything lies at the bottom. */
    private static byte[] nestedUnsorted() {
        return ascii("{\"b\":1,\"a\":".repeat(500) + "\"" + "y".repeat(1_000_000) + "\"" + "}".repeat(500));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
