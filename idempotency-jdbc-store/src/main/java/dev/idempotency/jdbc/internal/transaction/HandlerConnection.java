package dev.idempotency.jdbc.internal.transaction;

import dev.idempotency.jdbc.internal.driver.BoundStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;

/** The connection of the transaction that the thread is in, which the work uses too. */
public final class HandlerConnection {

    private final DataSource dataSource;
    private final int queryTimeoutSeconds;

    /**
     * On the transactions of a data source.
     *
     * @param queryTimeout how long a statement may take
     */
    public HandlerConnection(DataSource dataSource, Duration queryTimeout) {
        this.dataSource = dataSource;
        this.queryTimeoutSeconds = (int) queryTimeout.toSeconds();
    }

    <T> T use(Use<T> use) throws SQLException {
        Connection connection = DataSourceUtils.getConnection(dataSource);
        try {
            if (!DataSourceUtils.isConnectionTransactional(connection, dataSource)) {
                throw new IllegalStateException(
                        "The transaction manager does not manage the data source of the records");
            }
            return use.of(connection);
        } finally {
            DataSourceUtils.releaseConnection(connection, dataSource);
        }
    }

    /** Executes a statement in the transaction. */
    public <T> T execute(BoundStatement statement, Execution<T> execution) throws SQLException {
        return use(connection -> execute(connection, statement, execution));
    }

    /**
     * The driver watches the time, as a limit of the server would hold for the rest of the application's transaction.
     */
    <T> T execute(Connection connection, BoundStatement statement, Execution<T> execution) throws SQLException {
        try (PreparedStatement prepared = statement.prepare(connection)) {
            prepared.setQueryTimeout(queryTimeoutSeconds);
            return execution.execute(prepared);
        }
    }

    /** Has the server's warnings read after the commit of the transaction. */
    public void watchCommit() {
        CommitWarnings.watch(dataSource);
    }

    interface Use<T> {
        T of(Connection connection) throws SQLException;
    }

    /** What is done with a statement. */
    public interface Execution<T> {
        /** Executes it. */
        T execute(PreparedStatement statement) throws SQLException;
    }
}
