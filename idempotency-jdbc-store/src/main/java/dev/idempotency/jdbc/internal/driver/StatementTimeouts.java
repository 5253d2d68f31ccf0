package dev.idempotency.jdbc.internal.driver;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For how long the store waits for the database.
 *
 * <ul>
 *   <li>The server bounds the wait for a lock, on a row or on the whole table, and the time of a statement. Both are
 *       set in the statement's own transaction, in its round trip, and end with it. Neither ends the wait of a commit
 *       for a synchronous standby.
 *   <li>The driver must not have a statement cancelled: that would end the wait of its commit too, and the server
 *       commits without the standby then.
 *   <li>A commit that waits for longer is left to itself: the driver no longer reads its answer, the server goes on
 *       waiting, and no session sees what it has written. The store does not wait for a network that swallows
 *       everything either.
 * </ul>
 *
 * In the driver's simple query mode each statement is a transaction of its own, and only what is not answered is
 * bounded.
 */
public final class StatementTimeouts {

    private static final Logger log = LoggerFactory.getLogger(StatementTimeouts.class);

    /** What a statement may take beyond its time until its answer is here. */
    private static final Duration FOR_THE_COMMIT = Duration.ofSeconds(2);

    private final String bounds;
    private final int answerMillis;

    private final Duration lockTimeout;
    private final Duration statementTimeout;

    /**
     * Two limits for every statement.
     *
     * @param lockTimeout how long a statement waits for a row or a table that another transaction has locked
     * @param statementTimeout how long a statement may take
     */
    public StatementTimeouts(Duration lockTimeout, Duration statementTimeout) {
        this.lockTimeout = lockTimeout;
        this.statementTimeout = statementTimeout;
        long lock = bounded(lockTimeout.toMillis());
        long statement = bounded(statementTimeout.toMillis());
        this.bounds = "SELECT set_config('lock_timeout', '" + lock + "', true), set_config('statement_timeout', '"
                + statement + "', true);\n";
        this.answerMillis = (int) bounded(statement + FOR_THE_COMMIT.toMillis());
    }

    private static long bounded(long millis) {
        return Math.min(millis, Integer.MAX_VALUE);
    }

    /** How long a statement waits for a lock. */
    public Duration lockTimeout() {
        return lockTimeout;
    }

    /** How long a statement may take. */
    public Duration statementTimeout() {
        return statementTimeout;
    }

    /** The statement, behind one that returns a row and bounds it. */
    String bounded(String sql) {
        return bounds + sql;
    }

    /** Returns what it was before. One that is shorter is kept. */
    int limitAnswer(Connection connection) throws SQLException {
        int before = connection.getNetworkTimeout();
        if (before == 0 || before > answerMillis) {
            connection.setNetworkTimeout(Runnable::run, answerMillis);
        }
        return before;
    }

    /** A connection that is lost has no limit any more. */
    void restoreAnswer(Connection connection, int before) {
        try {
            if (!connection.isClosed() && connection.getNetworkTimeout() != before) {
                connection.setNetworkTimeout(Runnable::run, before);
            }
        } catch (SQLException e) {
            log.debug("The limit of a connection could not be restored", e);
        }
    }
}
