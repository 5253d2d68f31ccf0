package dev.idempotency.jdbc;

/**
 * The statements that look after records: renewing, sweeping, reconciling, evicting, reaping. {@link RequestSql} tells what
 * all statements have in common.
 *
 * <p>An index is only used for a time that stands fixed when the statement starts, hence {@code (SELECT clock_timestamp())}.
 * Work on many rows locks what is free and skips the rest, so that it waits for nobody and may run on every node at once.
 *
 * <p>A record is removed only if its token lies behind the clock, as then every token that the key is given later is larger.
 * Otherwise, the clock having been set back, it is kept as an expired one until the clock has caught up.
 */
final class CareSql {

    private static final String RENEW = """
        UPDATE $table AS record
        SET lease_until = clock_timestamp() + lease.length * $microsecond
        FROM unnest(?, ?, ?, ?, ?) AS lease (scope, key, token, owner, length)
        WHERE $bounded AND record.scope = lease.scope AND record.key = lease.key
            AND record.token = lease.token AND record.owner = lease.owner AND state = 'in_progress'
        RETURNING record.scope, record.key, record.token
        """;

    private static final String FIND = """
        SELECT $columns
        FROM $table
        WHERE scope = ? AND key = ? AND NOT ($settled AND expires_at <= clock_timestamp())
        """;

    private static final String FIND_UNKNOWN = """
        SELECT $columns
        FROM $table
        WHERE reconcile_at <= (SELECT clock_timestamp())
        ORDER BY reconcile_at
        LIMIT ?
        """;

    private static final String RESOLVE_COMPLETED = """
        UPDATE $table
        SET state = 'completed',
            response_version = ?, response_status = ?, response_headers = ?, response_body = ?, $decided
        FROM (SELECT clock_timestamp() AS now, ?::bigint * $microsecond AS retention) AS clock
        WHERE $bounded AND $undecided
        """;

    private static final String RESOLVE_NOT_EXECUTED = """
        UPDATE $table
        SET state = 'failed_retryable', last_error = 'not_executed', $decided
        FROM (SELECT clock_timestamp() AS now, ?::bigint * $microsecond AS retention) AS clock
        WHERE $bounded AND $undecided
        """;

    private static final String STILL_UNKNOWN = """
        UPDATE $table
        SET reconcile_attempts = reconcile_attempts + 1,
            reconcile_at = coalesce(clock_timestamp() + ?::bigint * $microsecond, 'infinity')
        WHERE $bounded AND $undecided
        """;

    private static final String EVICT = """
        DELETE FROM $table
        USING (SELECT clock_timestamp() AS now) AS clock
        WHERE $bounded AND scope = ? AND key = ? AND $settled AND expires_at > clock.now AND token < $micros
        """;

    private static final String EVICT_ALL = """
        DELETE FROM $table
        WHERE ctid = ANY (ARRAY(
            SELECT ctid
            FROM $table AS record, (SELECT clock_timestamp() AS now) AS clock
            WHERE $bounded AND scope = ? AND $settled AND token < $micros
            LIMIT ?
            FOR UPDATE OF record))
        """;

    private static final String EXPIRE_NOW = """
        UPDATE $table
        SET $expired, expires_at = least(expires_at, clock.now)
        FROM (SELECT clock_timestamp() AS now) AS clock
        WHERE $bounded AND scope = ? AND key = coalesce(?::varchar, key) AND $kept AND expires_at > clock.now
        """;

    private static final String SWEEP = """
        UPDATE $table
        SET state = 'unknown', last_error = 'lease_expired',
            reconcile_at = clock_timestamp(), reconcile_attempts = 0
        WHERE state = 'in_progress' AND ctid = ANY (ARRAY(
            SELECT ctid
            FROM $table
            WHERE lease_until >= (SELECT clock_timestamp() - ? * $microsecond)
                AND lease_until <= (SELECT clock_timestamp())
                AND state = 'in_progress'
            ORDER BY lease_until
            LIMIT ?
            FOR UPDATE SKIP LOCKED))
        """;

    private static final String REAP = """
        DELETE FROM $table
        WHERE $settled AND ctid = ANY (ARRAY(
            SELECT ctid
            FROM $table
            WHERE reap_at <= (SELECT clock_timestamp()) AND $settled
                AND token < (SELECT $micros FROM (SELECT clock_timestamp() AS now) AS clock)
            ORDER BY reap_at
            LIMIT ?
            FOR UPDATE SKIP LOCKED))
        """;

    private static final String REAP_SOFTLY = """
        UPDATE $table
        SET $expired
        WHERE $kept AND ctid = ANY (ARRAY(
            SELECT ctid
            FROM $table
            WHERE reap_at > '-infinity' AND reap_at <= (SELECT clock_timestamp()) AND $kept
            ORDER BY reap_at
            LIMIT ?
            FOR UPDATE SKIP LOCKED))
        """;

    final String renew;
    final String find;
    final String findUnknown;
    final String resolveCompleted;
    final String resolveNotExecuted;
    final String stillUnknown;
    final String evict;
    final String evictAll;
    final String expireNow;
    final String sweep;
    final String reap;
    final String reapSoftly;

    CareSql(SqlFragments fragments) {
        renew = fragments.fillIn(RENEW);
        find = fragments.fillIn(FIND);
        findUnknown = fragments.fillIn(FIND_UNKNOWN);
        resolveCompleted = fragments.fillIn(RESOLVE_COMPLETED);
        resolveNotExecuted = fragments.fillIn(RESOLVE_NOT_EXECUTED);
        stillUnknown = fragments.fillIn(STILL_UNKNOWN);
        evict = fragments.fillIn(EVICT);
        evictAll = fragments.fillIn(EVICT_ALL);
        expireNow = fragments.fillIn(EXPIRE_NOW);
        sweep = fragments.fillIn(SWEEP);
        reap = fragments.fillIn(REAP);
        reapSoftly = fragments.fillIn(REAP_SOFTLY);
    }
}
