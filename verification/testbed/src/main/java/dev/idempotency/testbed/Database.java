package dev.idempotency.testbed;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** An empty database of one's own, and how to get at it. */
public record Database(String host, int port, String name, String user, String password) {

    /** A new one on the server that all tests share. */
    public static Database create() {
        return PostgresServer.shared().createDatabase();
    }

    public String url() {
        return "jdbc:postgresql://" + host + ":" + port + "/" + name;
    }

    /** Without a pool: every connection is new. */
    public DataSource dataSource() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url());
        source.setUser(user);
        source.setPassword(password);
        return source;
    }

    /** The same database, reached through the proxy. */
    public Database through(TcpProxy proxy) {
        return new Database("127.0.0.1", proxy.port(), name, user, password);
    }

    /** Another new database on the same server. */
    public Database sibling() {
        String fresh = "test_" + UUID.randomUUID().toString().replace("-", "");
        execute("CREATE DATABASE " + fresh);
        return new Database(host, port, fresh, user, password);
    }

    /** Waits until the server takes connections. */
    public void awaitReachable() {
        long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (!isReachable()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("No connection to " + url());
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }

    private boolean isReachable() {
        try (Connection connection = dataSource().getConnection()) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    /** Executes a statement, or several, on a connection of its own. */
    public void execute(String sql) {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException("Could not execute: " + sql, e);
        }
    }
}
