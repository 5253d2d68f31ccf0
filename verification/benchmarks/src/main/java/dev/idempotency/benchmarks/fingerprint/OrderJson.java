package dev.idempotency.benchmarks.fingerprint;

import java.nio.charset.StandardCharsets;

/** Orders as a shop's client would send them: short texts, ids, small numbers, some of everything. */
final class OrderJson {

    private OrderJson() {}

    /** An order with as many items as fit, and a note that fills it up to exactly this many bytes. */
    static byte[] ofLength(int length, Spelling spelling) {
        StringBuilder items = new StringBuilder();
        String order = order(items.toString(), "", spelling);
        for (int i = 0; ; i++) {
            String more = (i == 0 ? "" : ",") + item(i, spelling);
            if (order.length() + items.length() + more.length() > length) {
                break;
            }
            items.append(more);
        }
        int rest = length - order.length() - items.length();
        return order(items.toString(), "n".repeat(rest), spelling).getBytes(StandardCharsets.US_ASCII);
    }

    private static String order(String items, String note, Spelling spelling) {
        return spelling.object(
                spelling.member("sku", "\"lamp\""),
                spelling.member("quantity", "2"),
                spelling.member("customer", spelling.object(spelling.member("name", "\"Ada King\""))),
                spelling.member("items", "[" + items + "]"),
                spelling.member("note", '"' + note + '"'));
    }

    private static String item(int i, Spelling spelling) {
        return spelling.object(
                spelling.member("sku", "\"book-" + i + '"'),
                spelling.member("quantity", Integer.toString(1 + i % 7)),
                spelling.member("price", 3 + i % 90 + ".95"),
                spelling.member("gift", i % 3 == 0 ? "true" : "false"),
                spelling.member("id", "\"5f0c9a3e-7d41-4c58-9b16-" + (100_000_000_000L + i) + '"'),
                spelling.member("engraving", i % 2 == 0 ? "null" : "\"For Mary, with thanks\""));
    }
}
