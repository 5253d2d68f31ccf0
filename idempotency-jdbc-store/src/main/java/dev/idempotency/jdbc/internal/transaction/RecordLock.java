package dev.idempotency.jdbc.internal.transaction;

import dev.idempotency.core.atrest.ResponseProtection;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.jdbc.internal.driver.BoundStatement;
import dev.idempotency.jdbc.internal.driver.SqlStatement;
import dev.idempotency.jdbc.internal.record.RecordParameters;
import dev.idempotency.jdbc.internal.record.RecordRow;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** Takes the advisory lock of a record without waiting, and reads the record. */
final class RecordLock {

    /**
     * Two statements in one round trip. The second has a snapshot of its own, taken after the lock was granted: it
     * sees what the last holder of the lock has committed. One statement would not.
     */
    private static final String LOCK_AND_READ = """
        SELECT pg_try_advisory_xact_lock(:lock) AS locked, clock_timestamp() AS now;
        SELECT $columns
        FROM $table
        WHERE $named""";

    /** Behind the lock, so that undoing the work does not free it. */
    private static final String WITH_SAVEPOINT = LOCK_AND_READ + "; SAVEPOINT idempotency_work";

    private final HandlerConnection connection;
    private final ResponseProtection protection;
    private final SqlStatement lockAndRead;

    private RecordLock(HandlerConnection connection, SqlStatement lockAndRead, ResponseProtection protection) {
        this.connection = connection;
        this.protection = protection;
        this.lockAndRead = lockAndRead;
    }

    /** In a transaction that goes on however the work ends. */
    static RecordLock alone(HandlerConnection connection, SqlFragments fragments, ResponseProtection protection) {
        return new RecordLock(connection, fragments.statement(LOCK_AND_READ), protection);
    }

    /** In a transaction whose work may be undone under the lock, in the same round trip. */
    static RecordLock withSavepoint(
            HandlerConnection connection, SqlFragments fragments, ResponseProtection protection) {
        return new RecordLock(connection, fragments.statement(WITH_SAVEPOINT), protection);
    }

    LockedRecord lockAndRead(RecordId id) throws SQLException {
        BoundStatement statement =
                lockAndRead.bind().set("lock", AdvisoryLock.numberOf(id)).with(RecordParameters.of(id));
        return connection.execute(statement, this::lockedRecord);
    }

    private LockedRecord lockedRecord(PreparedStatement statement) throws SQLException {
        statement.execute();
        try (ResultSet lock = statement.getResultSet()) {
            lock.next();
            boolean isLocked = lock.getBoolean("locked");
            Instant now = RecordRow.instant(lock, "now");
            statement.getMoreResults();
            try (ResultSet rows = statement.getResultSet()) {
                Optional<IdempotencyRecord> record =
                        rows.next() ? Optional.of(protection.read(RecordRow.read(rows))) : Optional.empty();
                return new LockedRecord(isLocked, record, now);
            }
        }
    }
}
