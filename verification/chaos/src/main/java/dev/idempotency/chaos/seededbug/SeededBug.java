package dev.idempotency.chaos.seededbug;

import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;

/** The bugs that can be seeded. Most are a change of the SQL on its way to the database. */
public enum SeededBug {
    /** Whoever completes a record need not hold it. */
    NO_TOKEN_IN_COMPLETION(sql -> sql.contains("SET state = 'completed'")
            ? sql.replace("token = ? AND owner = ?", "?::bigint IS NOT NULL AND ?::text IS NOT NULL")
                    .replace("record.token = done.token AND record.owner = done.owner", "done.token IS NOT NULL")
            : sql),

    /** The effect does not live or die with the record. */
    EFFECT_ON_ANOTHER_CONNECTION,

    /** A lease counts from the begin of the transaction: a while ago, if a statement had to wait for the table, and nothing bounds that. */
    NOW_FOR_THE_LEASE(
            sql -> sql.replace("clock_timestamp()", "now()").replaceAll("_timeout', '[0-9]+'", "_timeout', '0'")),

    /** Times are those of the process, whatever its clock says. */
    JVM_CLOCK(sql -> sql.replace("clock_timestamp()", "timestamptz '" + Instant.now() + "'")),

    /** The answer is out before the commit is done. */
    ANSWER_BEFORE_COMMIT,

    /** All callers share their keys. */
    NO_SCOPE,

    /** The filter for keys stands before the one that authenticates, and nothing notices. */
    KEYS_BEFORE_AUTHENTICATION,

    /** An exception of the handler looks like a success without a body. */
    SWALLOWED_EXCEPTION,

    /** The reaper looks at the age of a record only. */
    REAPER_IGNORES_STATE(sql -> sql.contains("DELETE FROM") ? sql.replaceAll("state IN \\([^)]*\\)", "true") : sql),

    /** A request that was lost is run again, although nobody knows what it did. */
    LOST_RUNS_AGAIN(sql -> sql.contains("'lease_expired'")
            ? sql.replace("SET state = 'unknown'", "SET state = 'failed_retryable'")
                    .replaceAll("reconcile_at = clock_timestamp\\(\\)", "reconcile_at = NULL")
            : sql),

    /** What is not known to be over counts as over: the next request for its entity runs. */
    UNKNOWN_FREES_ENTITY(sql -> sql.replace("SET state = 'unknown'", "SET entity = NULL, state = 'unknown'")),

    /** Each time an action is done, it is another one. */
    ACTION_OF_EACH_KEY(sql -> sql.contains("pg_try_advisory_xact_lock(?)\nON CONFLICT (scope, action)")
            ? sql.replace("SELECT ?, ?, clock_timestamp()", "SELECT ?, ? || clock_timestamp(), clock_timestamp()")
            : sql),

    /** All requests look the same. */
    CONSTANT_FINGERPRINT,

    /** Requests run without protection when the store cannot be reached. */
    RUNS_WITHOUT_STORE,

    /** What the client's connection throws while an answer passes through counts as if the handler had thrown it. */
    CLIENT_FAILURE_IS_RETRYABLE,

    /** The driver has a commit that waits for its standby cancelled, and the commit counts. */
    STANDBY_NOT_AWAITED,

    /** A handler whose work is to be in a transaction hands it to a thread that is in none, and goes on. */
    WORK_ON_ANOTHER_THREAD;

    @SuppressWarnings("ImmutableEnumChecker") // Functions without state.
    private final UnaryOperator<String> rewriting;

    private final boolean inSql;

    SeededBug() {
        this.rewriting = UnaryOperator.identity();
        this.inSql = false;
    }

    SeededBug(UnaryOperator<String> rewriting) {
        this.rewriting = rewriting;
        this.inSql = true;
    }

    /** Further arguments of the application. */
    public List<String> arguments() {
        return switch (this) {
            case RUNS_WITHOUT_STORE -> List.of("--idempotency.on-store-failure=proceed");
            case KEYS_BEFORE_AUTHENTICATION -> List.of("--idempotency.filter.order=-300");
            default -> List.of();
        };
    }

    boolean isInSql() {
        return inSql;
    }

    String rewrite(String sql) {
        return rewriting.apply(sql);
    }
}
