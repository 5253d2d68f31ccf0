package dev.idempotency.jdbc.internal.operator;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.DecisionLogEntry;
import dev.idempotency.core.store.IdempotencyStore.Eviction;
import dev.idempotency.core.store.OperatorDecision;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.jdbc.internal.driver.BoundStatement;
import dev.idempotency.jdbc.internal.driver.SqlStatement;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.record.RecordParameters;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import java.util.Optional;
import java.util.function.Function;

/** Removes settled records because an operator says so. One that cannot be removed yet is kept as an expired one. */
public final class RecordEviction {

    private static final String EVICT = """
        DELETE FROM $table
        USING (SELECT clock_timestamp() AS now) AS clock
        WHERE $bounded AND $named AND $settled AND expires_at > clock.now AND token < $micros
        """;

    private static final String EVICT_ALL = """
        WITH ended AS (
            DELETE FROM $table
            WHERE ctid = ANY (ARRAY(
                SELECT ctid
                FROM $table AS record, (SELECT clock_timestamp() AS now) AS clock
                WHERE $bounded AND scope = :scope AND $settled AND token < $micros
                LIMIT :limit
                FOR UPDATE OF record))
            RETURNING scope, key, token),
        $forgetting
        SELECT count(*) FROM ended
        """;

    private static final String EXPIRE_NOW = """
        UPDATE $table
        SET $expired, expires_at = least(expires_at, clock.now)
        FROM (SELECT clock_timestamp() AS now) AS clock
        WHERE $bounded AND scope = :scope AND key = coalesce(:key::varchar, key) AND $kept AND expires_at > clock.now
        """;

    private static final String EXPIRE_ALL_NOW = """
        WITH ended AS (
            %s RETURNING scope, key, token),
        $forgetting
        SELECT count(*) FROM ended
        """.formatted(EXPIRE_NOW.strip());

    private static final int ROUNDS = 10;
    private static final int BATCH = 1_000;

    private final StatementExecutor database;
    private final DecisionLog log;
    private final Function<RecordId, Optional<IdempotencyRecord>> find;
    private final SqlStatement evictByHand;
    private final SqlStatement expireByHand;
    private final SqlStatement evictAll;
    private final SqlStatement expireNow;

    /** @param find the record of a name, unless it no longer counts */
    public RecordEviction(
            StatementExecutor database,
            SqlFragments fragments,
            DecisionLog log,
            Function<RecordId, Optional<IdempotencyRecord>> find) {
        this.database = database;
        this.log = log;
        this.find = find;
        this.evictByHand = log.endingWithEntry(EVICT);
        this.expireByHand = log.endingWithEntry(EXPIRE_NOW);
        this.evictAll = fragments.statement(EVICT_ALL);
        this.expireNow = fragments.statement(EXPIRE_ALL_NOW);
    }

    /** Removes one. */
    public Eviction evict(RecordId id, OperatorDecision decision) {
        for (int round = 0; round < ROUNDS; round++) {
            if (execute(evictByHand, id, decision)) {
                return Eviction.EVICTED;
            }
            Optional<IdempotencyRecord> found = find.apply(id);
            if (found.isEmpty()) {
                return Eviction.ABSENT;
            }
            if (!found.get().state().isSettled()) {
                return Eviction.REFUSED;
            }
            if (execute(expireByHand, id, decision)) {
                return Eviction.EVICTED;
            }
        }
        throw new StoreException.NotApplied("The record changed " + ROUNDS + " times while it was being evicted");
    }

    private boolean execute(SqlStatement statement, RecordId id, OperatorDecision decision) {
        return log.execute(
                statement.bind().with(RecordParameters.of(id)), id, DecisionLogEntry.Action.EVICTED, decision);
    }

    /** Removes those of a scope in batches, each a statement. The log entry is written before the first. */
    public int evictAll(Scope scope, OperatorDecision decision) {
        log.addPurge(scope, decision);
        int evicted = 0;
        int batch;
        do {
            batch = counted(evictAll.bind().set("scope", scope.value()).set("limit", BATCH));
            evicted += batch;
        } while (batch > 0);
        return evicted + counted(expireNow.bind().set("scope", scope.value()).set("key", null));
    }

    private int counted(BoundStatement statement) {
        return database.writeReturning(statement, (row, number) -> row.getInt(1))
                .get(0);
    }
}
