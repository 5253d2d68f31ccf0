package dev.idempotency.jdbc.internal.driver;

import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.QueryExecutor;
import org.postgresql.core.TransactionState;
import org.postgresql.jdbc.PreferQueryMode;
import org.springframework.util.ClassUtils;

/**
 * A connection of the PostgreSQL driver. It sends the statements of one text together, with one point of
 * synchronisation behind them: when one fails, the server skips the rest. In its simple query mode each statement has a
 * point of its own.
 */
public final class Pipeline {

    private static final boolean DRIVER_IS_THERE =
            ClassUtils.isPresent("org.postgresql.core.BaseConnection", Pipeline.class.getClassLoader());

    private final QueryExecutor driver;

    private Pipeline(QueryExecutor driver) {
        this.driver = driver;
    }

    public static boolean isPossible(Connection connection) throws SQLException {
        return DRIVER_IS_THERE && OfDriver.isPossible(connection);
    }

    /** Taken before anything is sent: a pool gives no access to a connection that is lost. */
    public static Pipeline of(Connection connection) throws SQLException {
        return new Pipeline(connection.unwrap(BaseConnection.class).getQueryExecutor());
    }

    /** Whether the server said, with its last answer, that no transaction is open, not even one that has failed. */
    public boolean isTransactionOver() {
        return driver.getTransactionState() == TransactionState.IDLE;
    }

    /** Loaded only where the driver is. */
    private static final class OfDriver {

        static boolean isPossible(Connection connection) throws SQLException {
            return connection.isWrapperFor(BaseConnection.class)
                    && connection
                                    .unwrap(BaseConnection.class)
                                    .getQueryExecutor()
                                    .getPreferQueryMode()
                            != PreferQueryMode.SIMPLE;
        }
    }
}
