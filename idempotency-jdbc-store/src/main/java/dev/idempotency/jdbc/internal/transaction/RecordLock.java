package dev.idempotency.jdbc.internal.transaction;

import dev.idempotency.core.atrest.ResponseProtection;
import dev.idempotency.core.record.Entity;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.jdbc.internal.driver.BoundStatement;
import dev.idempotency.jdbc.internal.driver.SqlStatement;
import dev.idempotency.jdbc.internal.record.AdvisoryLock;
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

    /**
     * The same with the request's entity, of which neither lock is waited for. Who works on it under a lease has written that and
     * committed it before these locks were granted; it is seen by the second statement and not before.
     */
    private static final String LOCK_AND_READ_ENTITY = """
        SELECT pg_try_advisory_xact_lock(:lock) AS locked, pg_try_advisory_xact_lock(:entity_lock) AS entity_locked,
            clock_timestamp() AS now, current_setting('transaction_isolation') AS isolation;
        SELECT $columns
        FROM $table
        WHERE ($named) OR entity = :entity""";

    /** Behind the lock, so that undoing the work does not free it. */
    private static final String SAVEPOINT = "; SAVEPOINT idempotency_work";

    private static final String READ_COMMITTED = "read committed";

    private final HandlerConnection connection;
    private final ResponseProtection protection;
    private final SqlStatement lockAndRead;
    private final SqlStatement lockAndReadEntity;

    private RecordLock(
            HandlerConnection connection, SqlFragments fragments, String end, ResponseProtection protection) {
        this.connection = connection;
        this.protection = protection;
        this.lockAndRead = fragments.statement(LOCK_AND_READ + end);
        this.lockAndReadEntity = fragments.statement(LOCK_AND_READ_ENTITY + end);
    }

    /** In a transaction that goes on however the work ends. */
    static RecordLock alone(HandlerConnection connection, SqlFragments fragments, ResponseProtection protection) {
        return new RecordLock(connection, fragments, "", protection);
    }

    /** In a transaction whose work may be undone under the lock, in the same round trip. */
    static RecordLock withSavepoint(
            HandlerConnection connection, SqlFragments fragments, ResponseProtection protection) {
        return new RecordLock(connection, fragments, SAVEPOINT, protection);
    }

    LockedRecord lockAndRead(ReservationRequest request) throws SQLException {
        RecordId id = request.id();
        Entity entity = request.entity();
        if (entity == null) {
            return connection.execute(locking(lockAndRead, id), this::lockedRecord);
        }
        return connection.execute(
                locking(lockAndReadEntity, id).with(RecordParameters.of(entity)),
                statement -> lockedEntity(statement, id));
    }

    private static BoundStatement locking(SqlStatement statement, RecordId id) {
        return statement.bind().set("lock", AdvisoryLock.numberOf(id)).with(RecordParameters.of(id));
    }

    private LockedRecord lockedEntity(PreparedStatement statement, RecordId id) throws SQLException {
        statement.execute();
        try (ResultSet locks = statement.getResultSet()) {
            locks.next();
            boolean isLocked = locks.getBoolean("locked");
            boolean isEntityLocked = locks.getBoolean("entity_locked");
            Instant now = RecordRow.instant(locks, "now");
            requireReadCommitted(locks.getString("isolation"));
            Optional<IdempotencyRecord> record = Optional.empty();
            Optional<IdempotencyRecord> holder = Optional.empty();
            statement.getMoreResults();
            try (ResultSet rows = statement.getResultSet()) {
                while (rows.next()) {
                    if (RecordRow.id(rows).equals(id)) {
                        record = Optional.of(protection.read(RecordRow.read(rows)));
                    } else {
                        holder = Optional.of(protection.read(RecordRow.read(rows)));
                    }
                }
            }
            return new LockedRecord(isLocked, record, now, isEntityLocked, holder);
        }
    }

    /** The snapshot of a stricter transaction is older than the lock: it could miss who has got the entity in between. */
    private static void requireReadCommitted(String isolation) {
        if (!isolation.equals(READ_COMMITTED)) {
            throw new StoreException.NotApplied(
                    "Work on an entity needs a transaction at read committed, not at " + isolation);
        }
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
