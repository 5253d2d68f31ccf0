package dev.idempotency.jdbc.internal.record;

/**
 * The statements that look after records: renewing, finding, sweeping, reaping, counting. {@link RequestSql} tells what
 * all statements have in common.
 *
 * <p>An index is only used for a time that stands fixed when the statement starts, hence {@code (SELECT clock_timestamp())}.
 * Work on many rows locks what is free and skips the rest, so that it waits for nobody and may run on every node at once.
 *
 * <p>A record is removed only if its token lies behind the clock, as then every token that the key is given later is larger.
 * Otherwise, the clock having been set back, it is kept as an expired one until the clock has caught up.
 */
public final class MaintenanceSql {

    /** The limit is the number of the leases; {@link RequestSql} tells what it is good for, at the completion of several. */
    private static final String RENEW = """
        UPDATE $table AS record
        SET lease_until = clock_timestamp() + lease.length * $microsecond
        FROM (SELECT * FROM unnest(?, ?, ?, ?, ?) AS asked (scope, key, token, owner, length) LIMIT ?) AS lease
        WHERE $bounded AND record.scope = lease.scope AND record.key = lease.key
            AND record.token = lease.token AND record.owner = lease.owner AND state = 'in_progress'
        RETURNING record.scope, record.key, record.token
        """;

    private static final String FIND = """
        SELECT $columns
        FROM $table
        WHERE scope = ? AND key = ? AND NOT ($settled AND expires_at <= clock_timestamp())
        """;

    private static final String SWEEP = """
        UPDATE $table
        SET state = 'unknown', last_error = 'lease_expired',
            reconcile_at = clock_timestamp(), reconcile_attempts = 0
        WHERE state = 'in_progress' AND NOT take_over AND ctid = ANY (ARRAY(
            SELECT ctid
            FROM $table
            WHERE lease_until >= (SELECT clock_timestamp() - ? * $microsecond)
                AND lease_until <= (SELECT clock_timestamp())
                AND state = 'in_progress' AND NOT take_over
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

    /**
     * Limits the rows that are looked at: if it limited those that count, it would pass over any number of expired ones. The order
     * keeps the server from collecting the whole scope first; of keys that begin with a time it takes the newest.
     */
    private static final String COUNT = """
        SELECT count(*) FILTER (WHERE state <> 'expired')
        FROM (SELECT state FROM $table WHERE scope = ? ORDER BY key DESC LIMIT ?) AS looked_at
        """;

    public final String renew;
    public final String find;
    public final String sweep;
    public final String reap;
    public final String reapSoftly;
    public final String count;

    public MaintenanceSql(SqlFragments fragments) {
        renew = fragments.fillIn(RENEW);
        find = fragments.fillIn(FIND);
        sweep = fragments.fillIn(SWEEP);
        reap = fragments.fillIn(REAP);
        reapSoftly = fragments.fillIn(REAP_SOFTLY);
        count = fragments.fillIn(COUNT);
    }
}
