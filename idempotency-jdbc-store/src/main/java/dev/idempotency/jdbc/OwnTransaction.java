package dev.idempotency.jdbc;

import dev.idempotency.core.store.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

/**
 * Executes one statement, or several at once, as one transaction, on a connection of its own: whatever transaction the caller is in neither sees
 * nor undoes it, and no connection is held afterwards.
 *
 * <p>The connection is in auto-commit mode, so that begin and commit travel with the statement. Such a transaction runs at
 * the connection's default isolation level. For a single statement the stricter levels differ from READ COMMITTED only where
 * another transaction has changed the row meanwhile: they give up (40001), READ COMMITTED looks again. Here the statement is
 * executed again, which is the same.
 */
final class OwnTransaction {

    private static final Logger log = LoggerFactory.getLogger(OwnTransaction.class);

    private static final int ATTEMPTS = 10;
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    private final DataSource dataSource;
    private final int queryTimeoutSeconds;

    OwnTransaction(DataSource dataSource, Duration queryTimeout) {
        this.dataSource = withoutTransactions(dataSource);
        this.queryTimeoutSeconds = (int) Math.min(queryTimeout.toSeconds(), Integer.MAX_VALUE);
    }

    /** Executes a statement that writes, and returns how many rows it changed. */
    int write(String sql, @Nullable Object... arguments) {
        return run(prepared(sql, arguments), true, PreparedStatement::executeUpdate);
    }

    /**
     * Executes statements that write and return rows, one after the other in one transaction and one round trip: the driver sends
     * all of them before it asks the server to commit.
     */
    void writeTogether(List<Part> parts) {
        String sql = parts.stream().map(Part::sql).collect(Collectors.joining(";"));
        Object[] arguments =
                parts.stream().map(Part::arguments).flatMap(List::stream).toArray();
        run(prepared(sql, arguments), true, statement -> {
            statement.execute();
            for (Part part : parts) {
                try (ResultSet rows = statement.getResultSet()) {
                    while (rows.next()) {
                        part.rows().processRow(rows);
                    }
                }
                statement.getMoreResults();
            }
            return parts;
        });
    }

    /** Executes a statement that writes and returns rows. */
    <T> List<T> writeReturning(String sql, RowMapper<T> mapper, @Nullable Object... arguments) {
        return run(prepared(sql, arguments), true, statement -> rows(statement, mapper));
    }

    /** Executes a statement that only reads. */
    <T> List<T> read(String sql, RowMapper<T> mapper, @Nullable Object... arguments) {
        return run(
                prepared(sql, arguments),
                false,
                statement -> rows(statement, (row, number) -> readable(mapper, row, number)));
    }

    /** A row that a newer version wrote may be none that this one can read. Nothing runs then. */
    private static <T> T readable(RowMapper<T> mapper, ResultSet row, int number) throws SQLException {
        try {
            return mapper.mapRow(row, number);
        } catch (IllegalArgumentException e) {
            throw new StoreException.NotReached("A record cannot be read by this version", e);
        }
    }

    private <T> T run(Preparation preparation, boolean writes, Execution<T> execution) {
        for (int attempt = 1; ; attempt++) {
            try {
                return once(preparation, execution);
            } catch (SQLException failure) {
                if (attempt == ATTEMPTS || !Faults.isWorthAnotherAttempt(failure)) {
                    throw Faults.ofStatement(failure, writes);
                }
                log.debug("Executing a statement again after SQL state {}", failure.getSQLState());
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(FIRST_PAUSE_NANOS << attempt));
            }
        }
    }

    /** @throws SQLException if the statement was sent; everything before that means that it was not */
    private <T> T once(Preparation preparation, Execution<T> execution) throws SQLException {
        Connection connection = connect();
        boolean autoCommit = true;
        try {
            autoCommit = autoCommit(connection);
            try (PreparedStatement statement = prepare(connection, preparation)) {
                T result = execution.execute(statement);
                Faults.throwIfNotReplicated(statement.getWarnings());
                return result;
            }
        } finally {
            release(connection, autoCommit);
        }
    }

    private Connection connect() {
        try {
            return dataSource.getConnection();
        } catch (SQLException e) {
            throw Faults.beforeStatement(e);
        }
    }

    /** Returns what it was before. */
    private static boolean autoCommit(Connection connection) {
        try {
            boolean before = connection.getAutoCommit();
            if (!before) {
                connection.setAutoCommit(true);
            }
            return before;
        } catch (SQLException e) {
            throw Faults.beforeStatement(e);
        }
    }

    private PreparedStatement prepare(Connection connection, Preparation preparation) {
        try {
            PreparedStatement statement = preparation.prepare(connection);
            statement.setQueryTimeout(queryTimeoutSeconds);
            return statement;
        } catch (SQLException e) {
            throw Faults.beforeStatement(e);
        }
    }

    private static Preparation prepared(String sql, @Nullable Object[] arguments) {
        return connection -> {
            PreparedStatement statement = connection.prepareStatement(sql);
            Arguments.bind(connection, statement, arguments);
            return statement;
        };
    }

    private static <T> List<T> rows(PreparedStatement statement, RowMapper<T> mapper) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            List<T> results = new ArrayList<>();
            while (rows.next()) {
                results.add(mapper.mapRow(rows, results.size()));
            }
            return results;
        }
    }

    /** What the statement did is known by now; a connection that cannot be given back does not change it. */
    private static void release(Connection connection, boolean autoCommit) {
        try (connection) {
            if (!autoCommit) {
                connection.setAutoCommit(false);
            }
        } catch (SQLException e) {
            log.debug("A connection could not be given back", e);
        }
    }

    /** Some data sources hand out the connection of the caller's transaction; the one behind them does not. */
    private static DataSource withoutTransactions(DataSource dataSource) {
        DataSource target = dataSource;
        while (target instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null) {
            target = proxy.getTargetDataSource();
        }
        return target;
    }

    /**
     * One of several statements.
     *
     * @param rows gets each row that it returns; more than once if all have to be executed again
     */
    record Part(String sql, List<?> arguments, RowCallbackHandler rows) {}

    private interface Preparation {
        PreparedStatement prepare(Connection connection) throws SQLException;
    }

    private interface Execution<T> {
        T execute(PreparedStatement statement) throws SQLException;
    }
}
