package dev.idempotency.jdbc.internal.maintenance;

import dev.idempotency.core.protect.ResponseProtection;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.IdempotencyStore.Reaping;
import dev.idempotency.jdbc.internal.driver.Micros;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.record.MaintenanceSql;
import dev.idempotency.jdbc.internal.record.RecordRow;
import java.time.Duration;
import java.util.Optional;

/** Finds, counts and ends records. */
public final class RecordMaintenance {

    private final StatementExecutor database;
    private final MaintenanceSql sql;
    private final ResponseProtection protection;

    public RecordMaintenance(StatementExecutor database, MaintenanceSql sql, ResponseProtection protection) {
        this.database = database;
        this.sql = sql;
        this.protection = protection;
    }

    public Optional<IdempotencyRecord> find(RecordId id) {
        return database
                .read(
                        sql.find,
                        (row, number) -> protection.read(RecordRow.read(row)),
                        id.scope().value(),
                        id.key().value())
                .stream()
                .findFirst();
    }

    /** Looks at twice as many rows as it counts at most, as some may have been expired and kept. */
    public int count(Scope scope, int limit) {
        int counted = database.read(sql.count, (row, number) -> row.getInt(1), scope.value(), 2L * limit)
                .get(0);
        return Math.min(counted, limit);
    }

    public int sweep(Duration lookBack, int limit) {
        return database.write(sql.sweep, Micros.of(lookBack), limit);
    }

    public int reap(Reaping reaping, int limit) {
        return database.write(reaping == Reaping.DELETE ? sql.reap : sql.reapSoftly, limit);
    }
}
