package dev.idempotency.chaos.crashpoint;

/** The conditions that keep a late holder from writing, each of which can be torn down. */
enum Fence {
    /** Only the holder completes a record. Token and owner say the same, so both go. */
    HOLDER_OF_COMPLETION("token = ? AND owner = ? AND state", "?::bigint > 0 AND ?::text <> '' AND state"),
    /** Only a record that is still running is completed. */
    STATE_OF_COMPLETION("AND owner = ? AND state = 'in_progress'", "AND owner = ?");

    private static final String COMPLETION = "SET state = 'completed', finished_at";

    private final String condition;
    private final String replacement;

    Fence(String condition, String replacement) {
        this.condition = condition;
        this.replacement = replacement;
    }

    boolean standsIn(String sql) {
        return sql.contains(COMPLETION) && sql.contains(condition);
    }

    String tearDown(String sql) {
        return standsIn(sql) ? sql.replace(condition, replacement) : sql;
    }
}
