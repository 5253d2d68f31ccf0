package dev.idempotency.jdbc.internal.transaction;

import dev.idempotency.jdbc.internal.record.RequestSql;
import dev.idempotency.jdbc.internal.record.SqlFragments;

/**
 * The statements of a run that is one transaction with its record. {@link RequestSql} tells what all statements have in common,
 * but for the bound on waiting: that would hold for the rest of the application's transaction, so the driver watches the time,
 * unless the statement is the last.
 */
public final class TransactionSql {

    /**
     * Three statements in one round trip. The second has a snapshot of its own, taken after the lock was granted: it sees what the
     * last holder of the lock has committed. One statement would not.
     */
    private static final String LOCK_AND_READ = """
        SELECT pg_try_advisory_xact_lock(?) AS locked, clock_timestamp() AS now;
        SELECT $columns
        FROM $table
        WHERE scope = ? AND key = ?;
        SAVEPOINT idempotency_work
        """;

    /**
     * What the work did is undone, but the lock, which was taken before, is held until the record is committed: nobody runs in
     * between. This also leaves a transaction that a failed statement has ended. About the time see below.
     */
    private static final String INSTEAD_OF_WORK =
            "ROLLBACK TO SAVEPOINT idempotency_work; SET LOCAL lock_timeout = $patience; %s; COMMIT";

    private static final String COMPLETED = """
        (scope, key, operation, fingerprint, owner, token, created_at, lease_until, expires_at, reap_at,
            state, finished_at, response_version, response_status, response_headers, response_body)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'completed', clock_timestamp(), ?, ?, ?, ?)""";

    private static final String INSERT_COMPLETED = "INSERT INTO $table " + COMPLETED;

    /**
     * One round trip. Here the driver must not watch the time: it would have the commit cancelled too, which may take as long as
     * it needs. While a commit waits for a standby, that would even make Postgres commit without it.
     */
    private static final String INSERT_COMPLETED_AND_COMMIT =
            "SET LOCAL lock_timeout = $patience; " + INSERT_COMPLETED + "; COMMIT";

    private static final String REPLACE_BY_COMPLETED = """
        UPDATE $table
        SET operation = ?, fingerprint = ?, owner = ?, token = ?,
            created_at = ?, lease_until = ?, expires_at = ?, reap_at = ?,
            state = 'completed', finished_at = clock_timestamp(),
            response_version = ?, response_status = ?, response_headers = ?, response_body = ?,
            last_error = NULL, reconcile_at = NULL, reconcile_attempts = 0
        WHERE scope = ? AND key = ? AND token = ? AND owner = ? AND state = ?
        """;

    private static final String SUPPLEMENT = """
        UPDATE $table
        SET response_version = ?, response_status = ?, response_headers = ?, response_body = ?
        WHERE $bounded AND scope = ? AND key = ? AND token = ? AND owner = ?
            AND state = 'completed' AND response_body IS NULL
        """;

    public final String lockAndRead;
    public final String insertCompleted;
    public final String insertCompletedAndCommit;
    public final String insertInsteadOfWork;
    public final String replaceInsteadOfWork;
    public final String replaceByCompleted;
    public final String supplement;

    public TransactionSql(SqlFragments fragments) {
        lockAndRead = fragments.fillIn(LOCK_AND_READ);
        insertCompleted = fragments.fillIn(INSERT_COMPLETED);
        insertCompletedAndCommit = fragments.fillIn(INSERT_COMPLETED_AND_COMMIT);
        insertInsteadOfWork = fragments.fillIn(INSTEAD_OF_WORK.formatted(INSERT_COMPLETED));
        replaceInsteadOfWork = fragments.fillIn(INSTEAD_OF_WORK.formatted(REPLACE_BY_COMPLETED));
        replaceByCompleted = fragments.fillIn(REPLACE_BY_COMPLETED);
        supplement = fragments.fillIn(SUPPLEMENT);
    }
}
