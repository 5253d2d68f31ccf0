package dev.idempotency.jdbc;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What many statements share, filled in once when a store is made. */
final class SqlFragments {

    private static final String EXPIRED = """
        state = 'expired', reap_at = '-infinity',
            response_version = NULL, response_status = NULL, response_headers = NULL, response_body = NULL""";

    private static final String DECIDED = """
        reconcile_at = NULL, finished_at = clock.now, decided_at = clock.now,
            expires_at = greatest(expires_at, clock.now + clock.retention),
            reap_at = greatest(reap_at, clock.now + clock.retention)""";

    private static final Pattern NAME = Pattern.compile("\\$([a-z]+)");

    private final Map<String, String> fragments;

    SqlFragments(JdbcStoreSettings settings) {
        String timeout = "'" + settings.lockTimeout().toMillis() + "'";
        long patience = Math.min(settings.queryTimeout().toMillis(), Integer.MAX_VALUE);
        fragments = Map.ofEntries(
                Map.entry("table", settings.table().sql()),
                Map.entry("decisions", settings.table().decisionsSql()),
                Map.entry("columns", RecordRow.COLUMNS),
                Map.entry("held", "scope = ? AND key = ? AND token = ? AND owner = ? AND state = 'in_progress'"),
                Map.entry("undecided", "scope = ? AND key = ? AND token = ? AND state = 'unknown'"),
                Map.entry("settled", "state IN ('completed', 'failed_retryable', 'expired')"),
                Map.entry("kept", "state IN ('completed', 'failed_retryable')"),
                Map.entry("expired", EXPIRED),
                Map.entry("decided", DECIDED),
                Map.entry("bounded", "(SELECT set_config('lock_timeout', " + timeout + ", true)) IS NOT NULL"),
                Map.entry("patience", "'" + patience + "'"),
                Map.entry("micros", "(extract(epoch FROM clock.now) * 1000000)::bigint"),
                Map.entry("microsecond", "interval '1 microsecond'"));
    }

    String fillIn(String statement) {
        return NAME.matcher(statement).replaceAll(found -> {
            String fragment = fragments.get(found.group(1));
            if (fragment == null) {
                throw new IllegalArgumentException("No such fragment: " + found.group());
            }
            return Matcher.quoteReplacement(fragment);
        });
    }
}
