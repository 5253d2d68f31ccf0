package dev.idempotency.jdbc;

import dev.idempotency.core.record.RecordId;
import dev.idempotency.testbed.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Somebody else at the same database, in a transaction that lasts until the test says so. */
public final class OtherSession implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Database database;
    private final Connection connection;

    public OtherSession(Database database) throws SQLException {
        this.database = database;
        this.connection = database.dataSource().getConnection();
        connection.setAutoCommit(false);
    }

    public OtherSession execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
        return this;
    }

    public OtherSession lock(RecordId id) throws SQLException {
        return execute("SELECT FROM idempotency_record WHERE key = '" + id.key().value() + "' FOR UPDATE");
    }

    public void commit() throws SQLException {
        connection.commit();
    }

    public void rollback() throws SQLException {
        connection.rollback();
    }

    /** Waits until so many sessions of the database wait for a lock. */
    public void awaitBlocked(int sessions) {
        await(() -> blocked() >= sessions, sessions + " sessions to be blocked");
    }

    /** Waits until somebody has waited for a lock for so long. */
    public void awaitBlockedFor(Duration duration) {
        await(
                () -> JdbcClient.create(database.dataSource())
                        .sql("SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()"
                                + " AND wait_event_type = 'Lock' AND clock_timestamp() - query_start > interval '"
                                + duration.toMillis() + " milliseconds')")
                        .query(Boolean.class)
                        .single(),
                "a session to be blocked for " + duration);
    }

    private int blocked() {
        return JdbcClient.create(database.dataSource())
                .sql("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                        + " AND wait_event_type = 'Lock'")
                .query(Integer.class)
                .single();
    }

    public static void await(BooleanSupplier condition, String what) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("Waited in vain for " + what);
            }
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
