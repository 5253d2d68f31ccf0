package dev.idempotency.jdbc;

import dev.idempotency.jdbc.internal.driver.DataSourceProxies;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.driver.StatementTimeouts;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;

/**
 * How the store uses the database.
 *
 * @param table where the records are
 * @param lockTimeout how long a statement waits for a row, or a table, that another transaction has locked; at least a
 *     millisecond
 * @param queryTimeout how long any statement may take, in whole seconds; its commit may wait for a standby for two
 *     seconds more, before the store stops waiting for its answer
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

    StatementTimeouts timeouts() {
        return new StatementTimeouts(lockTimeout, queryTimeout);
    }

    SqlFragments fragments() {
        return new SqlFragments(table.sql(), table.decisionsSql(), table.actionsSql(), table.stepsSql(), timeouts());
    }

    /**
     * Executes statements on connections that are in no transaction of the caller, whatever proxies the data source has
     * around it.
     */
    StatementExecutor executor(DataSource dataSource) {
        return new StatementExecutor(DataSourceProxies.target(dataSource), timeouts());
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
