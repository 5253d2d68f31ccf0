package dev.idempotency.chaos.fault;

import dev.idempotency.chaos.time.Pause;
import dev.idempotency.testbed.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * Somebody who locks the table of the records. A statement that waits for a table has begun its transaction but looks at no clock
 * yet; one whose sender has given up is executed all the same when the lock is gone.
 */
final class TableLock {

    private static final List<String> MODES = List.of("SHARE", "ACCESS EXCLUSIVE");
    private static final int ATTEMPTS = 3;
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private TableLock() {}

    /** @param begun told when the lock is held, which it never may be: those who hold rows are waited for in vain */
    static void hold(Database database, Random random, Duration length, Runnable begun) {
        String mode = MODES.get(random.nextInt(MODES.size()));
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            if (isHeld(database, mode, length, begun)) {
                return;
            }
        }
    }

    private static boolean isHeld(Database database, String mode, Duration length, Runnable begun) {
        database.awaitReachable();
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("SET LOCAL lock_timeout = '1500ms'");
            statement.execute("LOCK TABLE idempotency_record IN " + mode + " MODE");
            begun.run();
            Pause.of(length);
            connection.rollback();
            return true;
        } catch (SQLException e) {
            if (LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
                return false;
            }
            throw new IllegalStateException(e);
        }
    }
}
