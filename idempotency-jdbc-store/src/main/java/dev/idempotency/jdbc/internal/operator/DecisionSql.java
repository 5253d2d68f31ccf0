package dev.idempotency.jdbc.internal.operator;

import dev.idempotency.core.store.Resolution;
import dev.idempotency.jdbc.internal.record.MaintenanceSql;
import dev.idempotency.jdbc.internal.record.RequestSql;
import dev.idempotency.jdbc.internal.record.SqlFragments;

/**
 * The statements by which unknown outcomes are asked after, and records decided about and forgotten. {@link RequestSql} tells
 * what all statements have in common, {@link MaintenanceSql} when a record may be removed.
 */
public final class DecisionSql {

    private static final String CLAIM = """
        UPDATE $table
        SET reconcile_at = clock_timestamp() + ? * $microsecond
        WHERE state = 'unknown' AND ctid = ANY (ARRAY(
            SELECT ctid
            FROM $table
            WHERE reconcile_at <= (SELECT clock_timestamp())
            ORDER BY reconcile_at
            LIMIT ?
            FOR UPDATE SKIP LOCKED))
        RETURNING $columns
        """;

    private static final String LIST_OPEN = """
        SELECT $columns
        FROM $table
        WHERE reconcile_at < 'infinity' AND (scope, key) > (?, ?)
        ORDER BY scope, key
        LIMIT ?
        """;

    private static final String LIST_DEAD_LETTERS = """
        SELECT $columns
        FROM $table
        WHERE reconcile_at = 'infinity' AND (scope, key) > (?, ?)
        ORDER BY scope, key
        LIMIT ?
        """;

    /** Only what is unknown is in the index that this goes through. */
    private static final String COUNT = """
        SELECT count(*)
        FROM (SELECT 1 FROM $table WHERE reconcile_at %s 'infinity' LIMIT ?) AS unknown
        """;

    private static final String UNDECIDED = """
        SELECT fingerprint FROM $table WHERE $undecided
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

    private static final String REQUEUE = """
        UPDATE $table
        SET reconcile_attempts = 0, reconcile_at = clock_timestamp()
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

    /** The change, and who wanted it, as one statement: neither without the other. */
    private static final String BY_HAND = """
        WITH changed AS (
            %s RETURNING scope),
        kept AS (
            INSERT INTO $decisions (scope, key_hash, action, decided_by, decided_why, decided_at)
            SELECT scope, ?, ?, ?, ?, clock_timestamp() FROM changed)
        SELECT count(*) FROM changed
        """;

    private static final String PURGED = """
        INSERT INTO $decisions (scope, action, decided_by, decided_why, decided_at)
        VALUES (?, ?, ?, ?, clock_timestamp())
        """;

    private static final String DECISIONS = """
        SELECT key_hash, action, decided_by, decided_why, decided_at
        FROM $decisions
        WHERE scope = ?
        ORDER BY decided_at DESC
        LIMIT ?
        """;

    public final String claim;
    public final String listOpen;
    public final String listDeadLetters;
    public final String countOpen;
    public final String countDeadLetters;
    public final String undecided;
    public final String resolveCompleted;
    public final String resolveNotExecuted;
    public final String stillUnknown;
    public final String requeue;
    public final String evictByHand;
    public final String expireNow;
    public final String expireByHand;
    public final String evictAll;
    public final String purged;
    public final String decisions;

    private final SqlFragments fragments;

    public DecisionSql(SqlFragments fragments) {
        this.fragments = fragments;
        claim = fragments.fillIn(CLAIM);
        listOpen = fragments.fillIn(LIST_OPEN);
        listDeadLetters = fragments.fillIn(LIST_DEAD_LETTERS);
        countOpen = fragments.fillIn(COUNT.formatted("<"));
        countDeadLetters = fragments.fillIn(COUNT.formatted("="));
        undecided = fragments.fillIn(UNDECIDED);
        resolveCompleted = fragments.fillIn(RESOLVE_COMPLETED);
        resolveNotExecuted = fragments.fillIn(RESOLVE_NOT_EXECUTED);
        stillUnknown = fragments.fillIn(STILL_UNKNOWN);
        requeue = fragments.fillIn(REQUEUE);
        evictByHand = byHand(fragments.fillIn(EVICT));
        expireNow = fragments.fillIn(EXPIRE_NOW);
        expireByHand = byHand(expireNow);
        evictAll = fragments.fillIn(EVICT_ALL);
        purged = fragments.fillIn(PURGED);
        decisions = fragments.fillIn(DECISIONS);
    }

    /** The statement for the resolution, found out automatically. */
    public String resolve(Resolution resolution) {
        return resolution.match(new Resolution.Cases<>() {

            @Override
            public String completed(Resolution.Completed completed) {
                return resolveCompleted;
            }

            @Override
            public String notExecuted(Resolution.NotExecuted notExecuted) {
                return resolveNotExecuted;
            }

            @Override
            public String stillUnknown(Resolution.StillUnknown still) {
                return stillUnknown;
            }

            @Override
            public String requeued(Resolution.Requeued requeued) {
                return requeue;
            }
        });
    }

    /** The same statement, followed by the arguments of a decision. */
    public String byHand(String change) {
        return fragments.fillIn(BY_HAND).formatted(change.strip());
    }
}
