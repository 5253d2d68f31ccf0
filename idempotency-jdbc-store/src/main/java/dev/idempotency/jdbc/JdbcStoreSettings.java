package dev.idempotency.jdbc;

import java.time.Duration;
import java.util.Objects;

/**
 * How the store uses the database.
 *
 * @param table where the records are
 * @param lockTimeout how long a statement waits for a row that somebody else is writing; at least a millisecond
 * @param queryTimeout how long the driver waits for any statement before it has it cancelled, in whole seconds; covers what
 *     {@code lockTimeout} cannot, such as a table that is locked as a whole
 */
public record JdbcStoreSettings(TableName table, Duration lockTimeout, Duration queryTimeout) {

    public JdbcStoreSettings {
        Objects.requireNonNull(table, "table");
        if (lockTimeout.toMillis() < 1) {
            throw new IllegalArgumentException("Lock timeout must be at least a millisecond, not " + lockTimeout);
        }
        if (queryTimeout.toSeconds() < 1) {
            throw new IllegalArgumentException("Query timeout must be at least a second, not " + queryTimeout);
        }
    }

    /** One second for a lock, ten for a statement. */
    public static JdbcStoreSettings defaults() {
        return of(TableName.DEFAULT);
    }

    /** The defaults, with another table. */
    public static JdbcStoreSettings of(TableName table) {
        return new JdbcStoreSettings(table, Duration.ofSeconds(1), Duration.ofSeconds(10));
    }
}
