package dev.idempotency.spring.autoconfigure;

/** Where records are kept. */
public enum StoreKind {
    /** In a table of the application's PostgreSQL database. */
    JDBC,
    /** In the memory of this process: lost when it ends, and not visible to other processes. For development only. */
    MEMORY
}
