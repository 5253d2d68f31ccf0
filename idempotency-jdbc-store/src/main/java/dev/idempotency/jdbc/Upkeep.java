package dev.idempotency.jdbc;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedResponse;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.IdempotencyStore.Eviction;
import dev.idempotency.core.store.IdempotencyStore.Reaping;
import dev.idempotency.core.store.Resolution;
import dev.idempotency.core.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Finds, decides and ends records. */
final class Upkeep {

    private static final int ROUNDS = 5;
    private static final int BATCH = 1_000;

    private final OwnTransaction database;
    private final CareSql sql;

    Upkeep(OwnTransaction database, CareSql sql) {
        this.database = database;
        this.sql = sql;
    }

    Optional<IdempotencyRecord> find(RecordId id) {
        return database
                .read(
                        sql.find,
                        (row, number) -> RecordRow.read(row),
                        id.scope().value(),
                        id.key().value())
                .stream()
                .findFirst();
    }

    List<IdempotencyRecord> findUnknown(int limit) {
        return database.read(sql.findUnknown, (row, number) -> RecordRow.read(row), limit);
    }

    boolean resolve(RecordId id, long token, Resolution resolution) {
        return resolved(id.scope().value(), id.key().value(), token, resolution) > 0;
    }

    private int resolved(String scope, String key, long token, Resolution resolution) {
        if (resolution instanceof Resolution.Completed completed) {
            RecordedResponse response = completed.response();
            return database.write(
                    sql.resolveCompleted,
                    response.schemaVersion(),
                    response.status(),
                    RecordRow.headers(response),
                    response.body().orElse(null),
                    Micros.of(completed.retention()),
                    scope,
                    key,
                    token);
        }
        if (resolution instanceof Resolution.NotExecuted not) {
            return database.write(sql.resolveNotExecuted, Micros.of(not.retention()), scope, key, token);
        }
        Optional<Duration> again = ((Resolution.StillUnknown) resolution).askAgainAfter();
        return database.write(sql.stillUnknown, again.map(Micros::of).orElse(null), scope, key, token);
    }

    Eviction evict(RecordId id) {
        String scope = id.scope().value();
        String key = id.key().value();
        for (int round = 0; round < ROUNDS; round++) {
            if (database.write(sql.evict, scope, key) > 0) {
                return Eviction.EVICTED;
            }
            Optional<IdempotencyRecord> found = find(id);
            if (found.isEmpty()) {
                return Eviction.ABSENT;
            }
            if (!found.get().state().isSettled()) {
                return Eviction.REFUSED;
            }
            if (database.write(sql.expireNow, scope, key) > 0) {
                return Eviction.EVICTED;
            }
        }
        throw new StoreException.NotReached("The record changed " + ROUNDS + " times while it was being evicted");
    }

    int evictAll(Scope scope) {
        int evicted = 0;
        int batch;
        do {
            batch = database.write(sql.evictAll, scope.value(), BATCH);
            evicted += batch;
        } while (batch > 0);
        return evicted + database.write(sql.expireNow, scope.value(), null);
    }

    int sweep(Duration lookBack, int limit) {
        return database.write(sql.sweep, Micros.of(lookBack), limit);
    }

    int reap(Reaping reaping, int limit) {
        return database.write(reaping == Reaping.DELETE ? sql.reap : sql.reapSoftly, limit);
    }
}
