package dev.idempotency.jdbc.internal.record;

/**
 * The statements on the way of a request. Each is a transaction of its own and finds its row by the primary key.
 *
 * <p>What they have in common:
 *
 * <ul>
 *   <li>Times are {@code clock_timestamp()} of the database. {@code now()} stands still from the start of a transaction.
 *   <li>{@code $bounded} limits the wait for a row lock, inside the statement: no round trip of its own, and nothing of it
 *       is left when the statement's transaction ends. Postgres evaluates it before it looks at any row.
 *   <li>A token is the time of its reservation in microseconds, or one more than the former token, if that is larger. So
 *       tokens of one key grow also across its removal, conflicting inserts use up nothing, and a clock that was set back
 *       is made up for; see {@link MaintenanceSql} for what removal does about it. That an old holder is fenced out does not even
 *       depend on it: every write names the owner too, which is unique for each attempt.
 *   <li>{@code IS NOT DISTINCT FROM} keeps Postgres from looking for the row in another index than the primary key's.
 *   <li>A write that must wait has computed its times before the wait. {@code waited} tells how long ago.
 * </ul>
 */
public final class RequestSql {

    private static final String INSERT = """
        INSERT INTO $table (
            scope, key, operation, fingerprint, owner, take_over, state, token, lease_until, created_at, expires_at, reap_at)
        SELECT ?, ?, ?, ?, ?, ?, 'in_progress', $micros, clock.now + ? * $microsecond, clock.now,
            clock.now + asked.retention, clock.now + asked.retention
        FROM (SELECT clock_timestamp() AS now) AS clock, (SELECT ? * $microsecond AS retention) AS asked
        WHERE $bounded
        ON CONFLICT (scope, key) DO NOTHING
        RETURNING token, expires_at, (extract(epoch FROM clock_timestamp() - created_at) * 1000000)::bigint AS waited
        """;

    /** Rows are inserted in the order of the arguments, so that two of these cannot wait for each other. */
    private static final String INSERT_ALL = """
        INSERT INTO $table (
            scope, key, operation, fingerprint, owner, take_over, state, token, lease_until, created_at, expires_at, reap_at)
        SELECT asked.scope, asked.key, asked.operation, asked.fingerprint, asked.owner, asked.take_over,
            'in_progress', $micros, clock.now + asked.lease * $microsecond, clock.now,
            clock.now + asked.retention * $microsecond, clock.now + asked.retention * $microsecond
        FROM (SELECT clock_timestamp() AS now) AS clock,
            unnest(?, ?, ?, ?, ?, ?, ?, ?)
                AS asked (scope, key, operation, fingerprint, owner, take_over, lease, retention)
        WHERE $bounded
        ON CONFLICT (scope, key) DO NOTHING
        RETURNING owner, token, expires_at
        """;

    private static final String READ = """
        SELECT $columns, clock_timestamp() AS now
        FROM $table
        WHERE scope = ? AND key = ?
        """;

    private static final String TAKE_OVER = """
        UPDATE $table AS record
        SET operation = ?, fingerprint = ?, owner = ?, take_over = ?, state = 'in_progress',
            token = greatest(record.token + 1, $micros),
            lease_until = clock.now + ? * $microsecond,
            created_at = clock.now, finished_at = NULL,
            expires_at = clock.now + asked.retention, reap_at = clock.now + asked.retention,
            response_version = NULL, response_status = NULL, response_headers = NULL, response_body = NULL,
            last_error = NULL, reconcile_at = NULL, reconcile_attempts = 0,
            decided_at = NULL
        FROM (SELECT clock_timestamp() AS now) AS clock, (SELECT ? * $microsecond AS retention) AS asked
        WHERE $bounded AND scope = ? AND key = ?
            AND record.token = ? AND owner = ? AND state = ? AND lease_until IS NOT DISTINCT FROM ?
        RETURNING record.token, expires_at, (extract(epoch FROM clock_timestamp() - created_at) * 1000000)::bigint AS waited
        """;

    private static final String LAPSE = """
        UPDATE $table
        SET state = 'unknown', last_error = 'lease_expired',
            reconcile_at = clock_timestamp(), reconcile_attempts = 0
        WHERE $bounded AND scope = ? AND key = ?
            AND token = ? AND owner = ? AND state = 'in_progress' AND lease_until IS NOT DISTINCT FROM ?
        """;

    private static final String COMPLETE = """
        UPDATE $table
        SET state = 'completed', finished_at = clock_timestamp(),
            response_version = ?, response_status = ?, response_headers = ?, response_body = ?
        WHERE $bounded AND $held
        """;

    /**
     * The limit is the number of the arguments. Postgres, which does not know it when it makes the plan, takes it for a tenth of the
     * rows; so it plans for one, and that is found by the primary key also where the plan was made while the table was small. Without
     * it the plan is to read the whole table, and stays that while the table grows.
     *
     * <p>By the primary key, rows are changed in the order of the arguments. Of a few pages Postgres may read all and change them in
     * their order there. Only a renewal on the same node comes to several of these rows; if the two wait for each other then, the
     * server ends one of them, which is executed again.
     */
    private static final String COMPLETE_ALL = """
        UPDATE $table AS record
        SET state = 'completed', finished_at = clock_timestamp(),
            response_version = done.version, response_status = done.status,
            response_headers = done.headers::text[], response_body = done.body
        FROM (
            SELECT *
            FROM unnest(?, ?, ?, ?, ?, ?, ?, ?) AS asked (scope, key, token, owner, version, status, headers, body)
            LIMIT ?) AS done
        WHERE $bounded AND record.scope = done.scope AND record.key = done.key
            AND record.token = done.token AND record.owner = done.owner AND state = 'in_progress'
        RETURNING record.owner
        """;

    private static final String FAIL = """
        UPDATE $table
        SET state = 'failed_retryable', finished_at = clock_timestamp(), last_error = ?
        WHERE $bounded AND $held
        """;

    private static final String MARK_UNKNOWN = """
        UPDATE $table
        SET state = 'unknown', last_error = ?, reconcile_at = clock_timestamp(), reconcile_attempts = 0
        WHERE $bounded AND $held
        """;

    /**
     * Changes nothing, but is written: so its commit waits for a standby, and with it that of the change that it looks for. Reading
     * proves nothing of the kind.
     */
    private static final String CAME_THROUGH = """
        UPDATE $table
        SET state = state
        WHERE $bounded AND scope = ? AND key = ? AND token = ? AND owner = ? AND state = ? AND decided_at IS NULL
        """;

    public final String insert;
    public final String insertAll;
    public final String read;
    public final String takeOver;
    public final String lapse;
    public final String complete;
    public final String completeAll;
    public final String fail;
    public final String markUnknown;
    public final String cameThrough;

    public RequestSql(SqlFragments fragments) {
        insert = fragments.fillIn(INSERT);
        insertAll = fragments.fillIn(INSERT_ALL);
        read = fragments.fillIn(READ);
        takeOver = fragments.fillIn(TAKE_OVER);
        lapse = fragments.fillIn(LAPSE);
        complete = fragments.fillIn(COMPLETE);
        completeAll = fragments.fillIn(COMPLETE_ALL);
        fail = fragments.fillIn(FAIL);
        markUnknown = fragments.fillIn(MARK_UNKNOWN);
        cameThrough = fragments.fillIn(CAME_THROUGH);
    }
}
