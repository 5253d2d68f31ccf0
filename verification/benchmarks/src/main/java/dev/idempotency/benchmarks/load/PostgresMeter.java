package dev.idempotency.benchmarks.load;

import dev.idempotency.benchmarks.report.Slice.Disk;
import dev.idempotency.testbed.Database;
import dev.idempotency.testbed.EmbeddedServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

/** A Postgres that keeps what it has committed, and counts what that costs. */
final class PostgresMeter implements AutoCloseable {

    /** Checkpoints come by time and not in the middle of a run, as each makes the log longer for a while. */
    private static final Map<String, String> SETTINGS = Map.of(
            "shared_buffers", "512MB",
            "checkpoint_timeout", "1h",
            "max_wal_size", "16GB",
            "shared_preload_libraries", "pg_stat_statements");

    private static final String PURCHASES = """
        CREATE TABLE purchase (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            sku text NOT NULL, quantity integer NOT NULL, note text NOT NULL)
        """;

    private final EmbeddedServer server = EmbeddedServer.startDurable(SETTINGS);
    private final Database database = server.createDatabase();

    PostgresMeter() {
        countStatements(false);
        database.execute("CREATE EXTENSION pg_stat_statements");
        database.execute(PURCHASES);
    }

    Database database() {
        return database;
    }

    /** For another build of the application, whose table may be another. */
    Database newDatabase() {
        Database another = server.createDatabase();
        another.execute(PURCHASES);
        return another;
    }

    /** How much log was written. */
    long logBytes() {
        return number("SELECT pg_current_wal_insert_lsn() - '0/0'");
    }

    /** How many statements were executed while they were counted; begin and commit are not among them. */
    long statements() {
        return number("SELECT coalesce(sum(calls), 0) FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid"
                + " WHERE d.datname = '" + database.name() + "' AND s.query !~* '^(BEGIN|COMMIT|ROLLBACK)'");
    }

    /** How many transactions have written and were committed while they were counted. */
    long transactionIds() {
        return number("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint");
    }

    final void countStatements(boolean counted) {
        set("pg_stat_statements.track", counted ? "top" : "none");
    }

    /**
     * A flush that takes a millisecond longer: the process that flushes for all who wait sleeps before it does so. What others
     * write in that time is flushed with it; a disk would leave that for the next flush.
     */
    void use(Disk disk) {
        set("commit_siblings", "0");
        set("commit_delay", disk == Disk.SLOW ? "1000" : "0");
    }

    long recordsOf(String scope) {
        return number("SELECT count(*) FROM idempotency_record WHERE scope = '" + scope + "'");
    }

    Duration cpu() {
        return server.process().stream()
                .flatMap(postmaster -> Stream.concat(Stream.of(postmaster), postmaster.descendants()))
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    void execute(String sql) {
        database.execute(sql);
    }

    private void set(String name, String value) {
        server.maintenance().execute("ALTER SYSTEM SET " + name + " = '" + value + "'");
        server.maintenance().execute("SELECT pg_reload_conf()");
    }

    private long number(String query) {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(query, e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
