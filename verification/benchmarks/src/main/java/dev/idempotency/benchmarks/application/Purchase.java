package dev.idempotency.benchmarks.application;

import java.util.Map;

/** What a client orders, and gets back with its number. */
record Purchase(long id, String sku, int quantity, String note) {

    static Purchase of(Map<String, Object> ordered, long id) {
        return new Purchase(
                id,
                String.valueOf(ordered.get("sku")),
                Integer.parseInt(String.valueOf(ordered.get("quantity"))),
                String.valueOf(ordered.get("note")));
    }
}
