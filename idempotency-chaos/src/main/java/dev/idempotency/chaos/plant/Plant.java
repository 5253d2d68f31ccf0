package dev.idempotency.chaos.plant;

import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;

/** The bugs that can be planted. Most are a change of the SQL on its way to the database. */
public enum Plant {
    /** Whoever completes a record need not hold it. */
    NO_TOKEN_IN_COMPLETION(sql -> sql.contains("SET state = 'completed'")
            ? sql.replace("token = ? AND owner = ?", "?::bigint IS NOT NULL AND ?::text IS NOT NULL")
            : sql),

    /** The effect does not live or die with the record. */
    EFFECT_ON_ANOTHER_CONNECTION,

    /** A lease counts from the begin of the transaction: a while ago, if a statement had to wait for the table. */
    NOW_FOR_THE_LEASE(sql -> sql.replace("clock_timestamp()", "now()")),

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

    /** All requests look the same. */
    CONSTANT_FINGERPRINT,

    /** Requests run without protection when the store cannot be reached. */
    RUNS_WITHOUT_STORE;

    @SuppressWarnings("ImmutableEnumChecker") // Functions without state.
    private final UnaryOperator<String> rewriting;

    private final boolean inSql;

    Plant() {
        this.rewriting = UnaryOperator.identity();
        this.inSql = false;
    }

    Plant(UnaryOperator<String> rewriting) {
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
