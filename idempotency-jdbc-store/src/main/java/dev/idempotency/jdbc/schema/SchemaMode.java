package dev.idempotency.jdbc.schema;

/** Who looks after the table of records. */
public enum SchemaMode {
    /** The library: it makes and changes the table by Flyway, with a history of its own. */
    MIGRATE,
    /** Somebody else; the application does not start when something is missing. */
    VALIDATE,
    /** Somebody else, and nothing is checked. */
    NONE
}
