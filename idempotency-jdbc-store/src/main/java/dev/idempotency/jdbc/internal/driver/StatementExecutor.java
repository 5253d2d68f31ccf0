package dev.idempotency.jdbc.internal.driver;

import dev.idempotency.core.store.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.RowMapper;

/**
 * Executes one statement, or several at once, as one transaction, on a connection of its own: whatever transaction the
 * caller is in neither sees nor undoes it, and no connection is held afterwards.
 *
 * <p>The connection is in auto-commit mode, so that begin and commit travel with the statement. Such a transaction runs
 * at the connection's default isolation level. For a single statement the stricter levels differ from READ COMMITTED
 * only where another transaction has changed the row meanwhile: they give up (40001), READ COMMITTED looks again. Here
 * the statement is executed again, which is the same.
 */
public final class StatementExecutor {

    private static final Logger log = LoggerFactory.getLogger(StatementExecutor.class);

    private static final int ATTEMPTS = 10;
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    private final DataSource dataSource;
    private final StatementTimeouts timeouts;

    /** @param dataSource whose connections are in no transaction of the caller */
    public StatementExecutor(DataSource dataSource, StatementTimeouts timeouts) {
        this.dataSource = dataSource;
        this.timeouts = timeouts;
    }

    /** Executes a statement that writes, and returns how many rows it changed. */
    public int write(BoundStatement statement) {
        return run(List.of(statement), true, PreparedStatement::getUpdateCount);
    }

    /**
     * Executes statements that write and return rows, one after the other in one transaction and one round trip: the
     * driver sends all of them before it asks the server to commit.
     */
    public void writeTogether(List<Part> parts) {
        run(parts.stream().map(Part::statement).toList(), true, statement -> {
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
    public <T> List<T> writeReturning(BoundStatement statement, RowMapper<T> mapper) {
        return run(List.of(statement), true, executed -> rows(executed, mapper));
    }

    /** Executes a statement that only reads. */
    public <T> List<T> read(BoundStatement statement, RowMapper<T> mapper) {
        return run(
                List.of(statement), false, executed -> rows(executed, (row, number) -> readable(mapper, row, number)));
    }

    /** This version may be unable to read a row that a newer one wrote. Nothing runs then. */
    private static <T> T readable(RowMapper<T> mapper, ResultSet row, int number) throws SQLException {
        try {
            return mapper.mapRow(row, number);
        } catch (IllegalArgumentException e) {
            throw new StoreException.NotApplied(
                    "This version cannot read a record, which a newer one may have written", e);
        }
    }

    private <T> T run(List<BoundStatement> statements, boolean writes, Execution<T> execution) {
        for (int attempt = 1; ; attempt++) {
            try {
                return once(statements, execution);
            } catch (SQLException failure) {
                if (attempt == ATTEMPTS || !SqlErrorClassifier.isWorthAnotherAttempt(failure)) {
                    throw SqlErrorClassifier.ofStatement(failure, writes);
                }
                log.debug("Executing a statement again after SQL state {}", failure.getSQLState());
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(FIRST_PAUSE_NANOS << attempt));
            }
        }
    }

    /** @throws SQLException if the statement was sent; everything before that means that it was not */
    private <T> T once(List<BoundStatement> statements, Execution<T> execution) throws SQLException {
        Connection connection = connect();
        Before before = Before.NOTHING;
        try {
            before = makeReady(connection);
            try (PreparedStatement statement = prepare(connection, statements)) {
                T result = execute(statement, execution);
                SQLWarning warnings = statement.getWarnings();
                if (warnings != null) {
                    SqlErrorClassifier.throwIfNotReplicated(warnings);
                }
                return result;
            }
        } finally {
            release(connection, before);
        }
    }

    private Connection connect() {
        try {
            return dataSource.getConnection();
        } catch (SQLException e) {
            throw SqlErrorClassifier.beforeStatement(e);
        }
    }

    /** Returns what it was before. */
    private Before makeReady(Connection connection) {
        try {
            boolean autoCommit = connection.getAutoCommit();
            if (!autoCommit) {
                connection.setAutoCommit(true);
            }
            return new Before(autoCommit, timeouts.limitAnswer(connection));
        } catch (SQLException e) {
            throw SqlErrorClassifier.beforeStatement(e);
        }
    }

    private PreparedStatement prepare(Connection connection, List<BoundStatement> statements) {
        String sql = statements.stream().map(BoundStatement::sql).collect(Collectors.joining(";"));
        try {
            PreparedStatement prepared = connection.prepareStatement(timeouts.bounded(sql));
            int bound = 0;
            for (BoundStatement statement : statements) {
                bound = statement.bindTo(connection, prepared, bound);
            }
            return prepared;
        } catch (SQLException e) {
            throw SqlErrorClassifier.beforeStatement(e);
        }
    }

    /** Passes over what bounds the statement. */
    private static <T> T execute(PreparedStatement statement, Execution<T> execution) throws SQLException {
        statement.execute();
        statement.getMoreResults();
        return execution.resultOf(statement);
    }

    private static <T> List<T> rows(PreparedStatement statement, RowMapper<T> mapper) throws SQLException {
        try (ResultSet rows = statement.getResultSet()) {
            List<T> results = new ArrayList<>();
            while (rows.next()) {
                results.add(mapper.mapRow(rows, results.size()));
            }
            return results;
        }
    }

    /** What the statement did is known by now; a connection that cannot be given back does not change it. */
    private void release(Connection connection, Before before) {
        try (connection) {
            timeouts.restoreAnswer(connection, before.answerMillis());
            if (!before.autoCommit()) {
                connection.setAutoCommit(false);
            }
        } catch (SQLException e) {
            log.debug("A connection could not be given back", e);
        }
    }

    /**
     * One of several statements.
     *
     * @param rows gets each row that it returns; more than once if all have to be executed again
     */
    public record Part(BoundStatement statement, RowCallbackHandler rows) {}

    /** How the connection came. */
    private record Before(boolean autoCommit, int answerMillis) {

        static final Before NOTHING = new Before(true, 0);
    }

    private interface Execution<T> {
        T resultOf(PreparedStatement statement) throws SQLException;
    }
}
