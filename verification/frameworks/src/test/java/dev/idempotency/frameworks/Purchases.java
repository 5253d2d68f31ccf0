package dev.idempotency.frameworks;

/** Purchases in the database, written through one framework or another. */
interface Purchases {

    /** @param customer that nobody looks for before the commit */
    void add(String item, Integer customer);

    /** The isolation of the transaction, as the database has it. */
    String isolation();

    /** How many there are: in a serializable transaction, no other one may miss what this one writes then. */
    long count();

    /** Takes longer than a transaction may that has one second. */
    void sleep();
}
