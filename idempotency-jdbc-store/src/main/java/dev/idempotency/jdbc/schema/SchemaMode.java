package dev.idempotency.jdbc.schema;

/** Who makes and changes the table of records. */
public enum SchemaMode {
    /** The library: it makes and changes the table by Flyway, with a history of its own. */
    MIGRATE,
    /** An operator; the application does not start if something is missing. */
    VALIDATE,
    /** An operator; nothing is checked. */
    NONE
}
