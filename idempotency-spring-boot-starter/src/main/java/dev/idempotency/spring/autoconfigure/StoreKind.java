package dev.idempotency.spring.autoconfigure;

/** Where records are kept. */
public enum StoreKind {
    /** In a table of the application's PostgreSQL database. */
    JDBC,
    /** In the memory of this process, gone with it and seen by nobody else. For development only. */
    MEMORY
}
