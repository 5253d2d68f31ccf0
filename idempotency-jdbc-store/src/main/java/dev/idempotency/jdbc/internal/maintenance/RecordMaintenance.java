package dev.idempotency.jdbc.internal.maintenance;

import dev.idempotency.core.atrest.ResponseProtection;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.IdempotencyStore.Reaping;
import dev.idempotency.jdbc.internal.driver.BoundStatement;
import dev.idempotency.jdbc.internal.driver.Micros;
import dev.idempotency.jdbc.internal.driver.SqlStatement;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.record.RecordParameters;
import dev.idempotency.jdbc.internal.record.RecordRow;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import java.time.Duration;
import java.util.Optional;

/** Finds, counts, sweeps and reaps records. */
public final class RecordMaintenance {

    private static final String FIND = """
        SELECT $columns
        FROM $table
        WHERE $named AND NOT ($settled AND expires_at <= clock_timestamp())
        """;

    private static final String SWEEP = """
        UPDATE $table
        SET $lost
        WHERE state = 'in_progress' AND NOT take_over AND ctid = ANY (ARRAY(
            SELECT ctid
            FROM $table
            WHERE lease_until >= (SELECT clock_timestamp() - :look_back * $microsecond)
                AND lease_until <= (SELECT clock_timestamp())
                AND state = 'in_progress' AND NOT take_over
            ORDER BY lease_until
            LIMIT :limit
            FOR UPDATE SKIP LOCKED))
        """;

    /** Of runs that have steps, as otherwise nothing is left that somebody would have to find out about. */
    private static final String SWEEP_ABANDONED = """
        UPDATE $table
        SET $abandoned
        WHERE state = 'in_progress' AND take_over AND ctid = ANY (ARRAY(
            SELECT ctid
            FROM $table AS record
            WHERE lease_until >= (SELECT clock_timestamp() - (:after + :look_back) * $microsecond)
                AND lease_until <= (SELECT clock_timestamp() - :after * $microsecond)
                AND state = 'in_progress' AND take_over
                AND record.key = ANY (ARRAY(SELECT step.key FROM $steps AS step
                    WHERE step.scope = record.scope AND step.key = record.key AND step.generation = $generation))
            ORDER BY lease_until
            LIMIT :limit
            FOR UPDATE OF record SKIP LOCKED))
        """;

    private static final String REAP = """
        WITH ended AS (
            DELETE FROM $table
            WHERE $settled AND ctid = ANY (ARRAY(
                SELECT ctid
                FROM $table AS record
                WHERE reap_at <= (SELECT clock_timestamp()) AND $settled AND $donewith
                    AND token < (SELECT $micros FROM (SELECT clock_timestamp() AS now) AS clock)
                ORDER BY reap_at
                LIMIT :limit
                FOR UPDATE OF record SKIP LOCKED))
            RETURNING scope, key, token),
        $forgetting
        SELECT count(*) FROM ended
        """;

    private static final String REAP_SOFTLY = """
        WITH ended AS (
            UPDATE $table
            SET $expired
            WHERE $kept AND ctid = ANY (ARRAY(
                SELECT ctid
                FROM $table AS record
                WHERE reap_at > '-infinity' AND reap_at <= (SELECT clock_timestamp()) AND $kept AND $donewith
                ORDER BY reap_at
                LIMIT :limit
                FOR UPDATE OF record SKIP LOCKED))
            RETURNING scope, key, token),
        $forgetting
        SELECT count(*) FROM ended
        """;

    /**
     * The limit bounds the rows that are scanned, not those that are counted; otherwise a scope full of expired rows
     * would be scanned without bound. The order keeps the server from collecting the whole scope first; of keys that
     * begin with a time it takes the newest.
     */
    private static final String COUNT = """
        SELECT count(*) FILTER (WHERE state <> 'expired')
        FROM (SELECT state FROM $table WHERE scope = :scope ORDER BY key DESC LIMIT :limit) AS looked_at
        """;

    private final StatementExecutor database;
    private final ResponseProtection protection;
    private final SqlStatement find;
    private final SqlStatement sweep;
    private final SqlStatement sweepAbandoned;
    private final SqlStatement reap;
    private final SqlStatement reapSoftly;
    private final SqlStatement count;

    public RecordMaintenance(StatementExecutor database, SqlFragments fragments, ResponseProtection protection) {
        this.database = database;
        this.protection = protection;
        this.find = fragments.statement(FIND);
        this.sweep = fragments.statement(SWEEP);
        this.sweepAbandoned = fragments.statement(SWEEP_ABANDONED);
        this.reap = fragments.statement(REAP);
        this.reapSoftly = fragments.statement(REAP_SOFTLY);
        this.count = fragments.statement(COUNT);
    }

    public Optional<IdempotencyRecord> find(RecordId id) {
        return database
                .read(find.bind().with(RecordParameters.of(id)), (row, number) -> protection.read(RecordRow.read(row)))
                .stream()
                .findFirst();
    }

    /** Scans twice as many rows as it counts at most, as some may have been expired and kept. */
    public int count(Scope scope, int limit) {
        BoundStatement statement = count.bind().set("scope", scope.value()).set("limit", 2L * limit);
        int counted = database.read(statement, (row, number) -> row.getInt(1)).get(0);
        return Math.min(counted, limit);
    }

    public int sweep(Duration lookBack, int limit) {
        return database.write(sweep.bind().set("look_back", Micros.of(lookBack)).set("limit", limit));
    }

    public int sweepAbandoned(Duration after, Duration lookBack, int limit) {
        return database.write(sweepAbandoned
                .bind()
                .set("after", Micros.of(after))
                .set("look_back", Micros.of(lookBack))
                .set("limit", limit));
    }

    public int reap(Reaping reaping, int limit) {
        return database.writeReturning(
                        (reaping == Reaping.DELETE ? reap : reapSoftly).bind().set("limit", limit),
                        (row, number) -> row.getInt(1))
                .get(0);
    }
}
