package dev.idempotency.jdbc.internal.record;

import dev.idempotency.jdbc.internal.driver.StatementTimeouts;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What many statements share, filled in once when a store is made. */
public final class SqlFragments {

    private static final String EXPIRED = """
        state = 'expired', reap_at = '-infinity',
            response_version = NULL, response_status = NULL, response_headers = NULL, response_body = NULL""";

    private static final String DECIDED = """
        reconcile_at = NULL, finished_at = clock.now, decided_at = clock.now,
            expires_at = greatest(expires_at, clock.now + clock.retention),
            reap_at = greatest(reap_at, clock.now + clock.retention)""";

    private static final Pattern NAME = Pattern.compile("\\$([a-z]+)");

    private final Map<String, String> fragments;

    /**
     * For one table of records.
     *
     * @param table as it is written in a statement
     * @param decisions the table beside it that keeps what was decided by hand, as it is written in a statement
     */
    public SqlFragments(String table, String decisions, StatementTimeouts timeouts) {
        String lockTimeout = "'" + timeouts.lockTimeout().toMillis() + "'";
        long patience = Math.min(timeouts.statementTimeout().toMillis(), Integer.MAX_VALUE);
        fragments = Map.ofEntries(
                Map.entry("table", table),
                Map.entry("decisions", decisions),
                Map.entry("columns", RecordRow.COLUMNS),
                Map.entry("held", "scope = ? AND key = ? AND token = ? AND owner = ? AND state = 'in_progress'"),
                Map.entry("undecided", "scope = ? AND key = ? AND token = ? AND state = 'unknown'"),
                Map.entry("settled", "state IN ('completed', 'failed_retryable', 'expired')"),
                Map.entry("kept", "state IN ('completed', 'failed_retryable')"),
                Map.entry("expired", EXPIRED),
                Map.entry("decided", DECIDED),
                Map.entry("bounded", "(SELECT set_config('lock_timeout', " + lockTimeout + ", true)) IS NOT NULL"),
                Map.entry("patience", "'" + patience + "'"),
                Map.entry("micros", "(extract(epoch FROM clock.now) * 1000000)::bigint"),
                Map.entry("microsecond", "interval '1 microsecond'"));
    }

    public String fillIn(String statement) {
        return NAME.matcher(statement).replaceAll(found -> {
            String fragment = fragments.get(found.group(1));
            if (fragment == null) {
                throw new IllegalArgumentException("No such fragment: " + found.group());
            }
            return Matcher.quoteReplacement(fragment);
        });
    }
}
