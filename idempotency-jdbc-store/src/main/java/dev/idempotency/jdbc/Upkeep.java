package dev.idempotency.jdbc;

import dev.idempotency.core.protect.ResponseProtection;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.IdempotencyStore.Reaping;
import java.time.Duration;
import java.util.Optional;

/** Finds, counts and ends records. */
final class Upkeep {

    private final OwnTransaction database;
    private final CareSql sql;
    private final ResponseProtection protection;

    Upkeep(OwnTransaction database, CareSql sql, ResponseProtection protection) {
        this.database = database;
        this.sql = sql;
        this.protection = protection;
    }

    Optional<IdempotencyRecord> find(RecordId id) {
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
    int count(Scope scope, int limit) {
        int counted = database.read(sql.count, (row, number) -> row.getInt(1), scope.value(), 2L * limit)
                .get(0);
        return Math.min(counted, limit);
    }

    int sweep(Duration lookBack, int limit) {
        return database.write(sql.sweep, Micros.of(lookBack), limit);
    }

    int reap(Reaping reaping, int limit) {
        return database.write(reaping == Reaping.DELETE ? sql.reap : sql.reapSoftly, limit);
    }
}
