package dev.idempotency.frameworks;

/** Purchases in the database, written through one framework or another. */
interface Purchases {

    /** @param customer that nobody looks for before the commit */
    void add(String item, Integer customer);
}
