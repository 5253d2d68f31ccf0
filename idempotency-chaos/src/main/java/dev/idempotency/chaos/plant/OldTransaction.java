package dev.idempotency.chaos.plant;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** Makes a reservation part of a transaction that has been open for a while, as a caller with a transaction of its own may. */
final class OldTransaction {

    private static final Duration AGE = Duration.ofMillis(1_600);
    private static final int ONE_IN = 25;

    private OldTransaction() {}

    static void sometimesBegin(Connection connection, String sql) throws SQLException {
        if (sql.startsWith("INSERT INTO idempotency_record")
                && ThreadLocalRandom.current().nextInt(ONE_IN) == 0) {
            connection.setAutoCommit(false);
            try (Statement begin = connection.createStatement()) {
                begin.execute("SELECT 1");
            }
            LockSupport.parkNanos(AGE.toNanos());
        }
    }

    static void end(Connection connection) throws SQLException {
        if (!connection.isClosed() && !connection.getAutoCommit()) {
            connection.commit();
            connection.setAutoCommit(true);
        }
    }
}
