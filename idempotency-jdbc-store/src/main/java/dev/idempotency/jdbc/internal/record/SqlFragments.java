package dev.idempotency.jdbc.internal.record;

import dev.idempotency.jdbc.internal.driver.SqlStatement;
import dev.idempotency.jdbc.internal.driver.StatementTimeouts;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What many statements share, filled in once when a store is made. Each statement stands in the class that binds its
 * parameters. What all have in common:
 *
 * <ul>
 *   <li>Outside of the application's transactions each is a transaction of its own. On the way of a request it finds
 *       its row by the primary key; {@code IS NOT DISTINCT FROM} keeps Postgres from looking for the row in another
 *       index.
 *   <li>Times are {@code clock_timestamp()} of the database. {@code now()} stands still from the start of a
 *       transaction. An index is only used for a time that is fixed when the statement starts, hence
 *       {@code (SELECT clock_timestamp())}.
 *   <li>{@code $bounded} limits the wait for a row lock, inside the statement: no round trip of its own, and nothing of
 *       it is left when the statement's transaction ends. Postgres evaluates it before it looks at any row.
 *   <li>A token is the time of its reservation in microseconds, or one more than the former token, if that is larger.
 *       So tokens of one key grow also across its removal, conflicting inserts use up nothing, and a clock that was set
 *       back is made up for. A record is removed only if its token lies behind the clock, as then every token that the
 *       key is given later is larger; otherwise it is kept as an expired one until the clock has caught up. Fencing
 *       does not even depend on it: every write names the owner too, which is unique for each attempt.
 *   <li>A statement on many rows that runs in the background locks the free ones and skips the rest. It waits for no
 *       other transaction and may run on every node at once.
 * </ul>
 */
public final class SqlFragments {

    private static final String NAMED = "scope = :scope AND key = :key";

    private static final String OWNED = NAMED + " AND token = :token AND owner = :owner";

    private static final String NO_ANSWER =
            "response_version = NULL, response_status = NULL, response_headers = NULL, response_body = NULL";

    private static final String EXPIRED = """
        state = 'expired', reap_at = '-infinity',
            %s""".formatted(NO_ANSWER);

    /** That nobody has to do a step of the record any more. Postgres asks this of one record after the other. */
    private static final String DONE_WITH = """
        record.key NOT IN (SELECT step.key FROM %s AS step
            WHERE step.scope = record.scope AND step.key = record.key AND step.due_at IS NOT NULL)""";

    /**
     * The steps of records that have ended, and of earlier lives of their keys: a later life has a larger token. They are looked
     * for record by record, whatever size Postgres takes the table of steps for.
     */
    private static final String FORGETTING = """
        forgotten AS (
            DELETE FROM %1$s
            WHERE ctid = ANY (ARRAY(
                SELECT theirs.ctid
                FROM ended, LATERAL (
                    SELECT step.ctid
                    FROM %1$s AS step
                    WHERE step.scope = ended.scope AND step.key = ended.key AND step.generation <= ended.token
                    OFFSET 0) AS theirs)))""";

    private static final String DECIDED = """
        reconcile_at = NULL, finished_at = clock.now, decided_at = clock.now, entity = NULL,
            expires_at = greatest(expires_at, clock.now + clock.retention),
            reap_at = greatest(reap_at, clock.now + clock.retention)""";

    private static final String LOST = """
        state = 'unknown', last_error = '%s',
            reconcile_at = clock_timestamp(), reconcile_attempts = 0""";

    private static final Pattern NAME = Pattern.compile("\\$([a-z]+)");

    private final Map<String, String> fragments;

    /**
     * For one table of records.
     *
     * @param table as it is written in a statement
     * @param decisions the table beside it that keeps what was decided by hand, as it is written in a statement
     * @param actions the table beside it that keeps what was done once and for all, as it is written in a statement
     * @param steps the table beside it that keeps the steps of runs, as it is written in a statement
     */
    public SqlFragments(String table, String decisions, String actions, String steps, StatementTimeouts timeouts) {
        String lockTimeout = "'" + timeouts.lockTimeout().toMillis() + "'";
        long patience = Math.min(timeouts.statementTimeout().toMillis(), Integer.MAX_VALUE);
        fragments = Map.ofEntries(
                Map.entry("table", table),
                Map.entry("decisions", decisions),
                Map.entry("actions", actions),
                Map.entry("steps", steps),
                Map.entry("columns", RecordRow.COLUMNS),
                Map.entry("named", NAMED),
                Map.entry("owned", OWNED),
                Map.entry("held", OWNED + " AND state = 'in_progress'"),
                Map.entry("undecided", NAMED + " AND token = :token AND state = 'unknown'"),
                Map.entry("settled", "state IN ('completed', 'failed_retryable', 'expired')"),
                Map.entry("kept", "state IN ('completed', 'failed_retryable')"),
                Map.entry("reserving", RecordParameters.RESERVING),
                Map.entry("answer", RecordParameters.ANSWER),
                Map.entry("noanswer", NO_ANSWER),
                Map.entry("expired", EXPIRED),
                Map.entry("generation", "coalesce(record.generation, record.token)"),
                Map.entry("donewith", DONE_WITH.formatted(steps)),
                Map.entry("forgetting", FORGETTING.formatted(steps)),
                Map.entry("decided", DECIDED),
                Map.entry("lost", LOST.formatted("lease_expired")),
                Map.entry("abandoned", LOST.formatted("abandoned")),
                Map.entry("bounded", "(SELECT set_config('lock_timeout', " + lockTimeout + ", true)) IS NOT NULL"),
                Map.entry("patience", "'" + patience + "'"),
                Map.entry("micros", "(extract(epoch FROM clock.now) * 1000000)::bigint"),
                Map.entry("microsecond", "interval '1 microsecond'"));
    }

    /** A statement about this table, with all fragments filled in. */
    public SqlStatement statement(String template) {
        return SqlStatement.of(NAME.matcher(template).replaceAll(found -> {
            String fragment = fragments.get(found.group(1));
            if (fragment == null) {
                throw new IllegalArgumentException("No such fragment: " + found.group());
            }
            return Matcher.quoteReplacement(fragment);
        }));
    }
}
