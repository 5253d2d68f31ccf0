package dev.idempotency.jdbc.internal.transaction;

import dev.idempotency.core.atrest.ResponseProtection;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.jdbc.internal.driver.BoundStatement;
import dev.idempotency.jdbc.internal.driver.SqlErrorClassifier;
import dev.idempotency.jdbc.internal.driver.SqlStatement;
import dev.idempotency.jdbc.internal.record.RecordParameters;
import dev.idempotency.jdbc.internal.record.RecordRow;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Writes the completed record on the connection of the transaction that the thread is in. No limit on waiting is set in
 * its statements unless the last of them commits: it would hold for the rest of the application's transaction.
 */
final class TransactionalRecordWriter {

    static final String INSERT = """
        INSERT INTO $table (
            scope, key, operation, fingerprint, owner, token, created_at, lease_until, expires_at, reap_at,
            state, finished_at, response_version, response_status, response_headers, response_body)
        VALUES (
            :scope, :key, :operation, :fingerprint, :owner, :token, :reserved_at, :reserved_at, :expires_at, :expires_at,
            'completed', clock_timestamp(), :version, :status, :headers, :body)""";

    /**
     * One round trip. Here the driver must not watch the time: it would have the commit cancelled too, which may take
     * as long as it needs. While a commit waits for a standby, that would even make Postgres commit without it.
     */
    private static final String INSERT_AND_COMMIT = "SET LOCAL lock_timeout = $patience; " + INSERT + "; COMMIT";

    static final String REPLACE = """
        UPDATE $table
        SET operation = :operation, fingerprint = :fingerprint, owner = :owner, token = :token,
            created_at = :reserved_at, lease_until = :reserved_at, expires_at = :expires_at, reap_at = :expires_at,
            state = 'completed', finished_at = clock_timestamp(),
            $answer,
            last_error = NULL, reconcile_at = NULL, reconcile_attempts = 0, generation = NULL
        WHERE $named AND token = :former_token AND owner = :former_owner AND state = :former_state
        """;

    /**
     * What the work did is undone, but the lock, which was taken before, is held until the record is committed: nothing
     * else runs in between. This also leaves a transaction that a failed statement has ended. About the time see above.
     */
    private static final String INSTEAD_OF_WORK =
            "ROLLBACK TO SAVEPOINT idempotency_work; SET LOCAL lock_timeout = $patience; %s; COMMIT";

    private final HandlerConnection connection;
    private final ResponseProtection protection;
    private final CommitWithRecord commit;
    private final SqlStatement insert;
    private final SqlStatement insertAndCommit;
    private final SqlStatement insertInsteadOfWork;
    private final SqlStatement replace;
    private final SqlStatement replaceInsteadOfWork;

    TransactionalRecordWriter(
            HandlerConnection connection,
            SqlFragments fragments,
            ResponseProtection protection,
            CommitWithRecord commit) {
        this.connection = connection;
        this.protection = protection;
        this.commit = commit;
        this.insert = fragments.statement(INSERT);
        this.insertAndCommit = fragments.statement(INSERT_AND_COMMIT);
        this.insertInsteadOfWork = fragments.statement(INSTEAD_OF_WORK.formatted(INSERT));
        this.replace = fragments.statement(REPLACE);
        this.replaceInsteadOfWork = fragments.statement(INSTEAD_OF_WORK.formatted(REPLACE));
    }

    /**
     * Writes the record in the transaction, and may commit it at once. Returns false if another transaction has written
     * the record; then this one is lost.
     *
     * @throws SQLException if the record was not written
     * @throws RuntimeException if the commit failed, or it is unknown whether it did
     */
    boolean store(OpenTransaction run, RecordedAnswer answer) throws SQLException {
        if (run.former().isPresent()) {
            connection.watchCommit();
            BoundStatement statement =
                    replacing(replace, protection, run, run.former().get(), answer);
            return connection.execute(statement, PreparedStatement::executeUpdate) == 1;
        }
        try {
            insert(run, answer);
            return true;
        } catch (SQLException failure) {
            if (SqlErrorClassifier.isUniqueViolation(failure)) {
                return false;
            }
            throw failure;
        }
    }

    private void insert(OpenTransaction run, RecordedAnswer answer) throws SQLException {
        connection.use(used -> {
            if (commit.isAllowed(run.status(), used)) {
                try (PreparedStatement both =
                        completing(insertAndCommit, protection, run, answer).prepare(used)) {
                    commit.execute(used, both);
                }
                return true;
            }
            connection.watchCommit();
            return connection.execute(used, completing(insert, protection, run, answer), PreparedStatement::execute);
        });
    }

    /**
     * Undoes the work, writes the record and commits it, all at once and under the lock. Returns false if another
     * transaction has written the record. It makes no difference what the work has undone or ended by itself.
     *
     * @throws SQLException if the record was not written, or it is unknown whether it was
     */
    boolean storeInsteadOfWork(OpenTransaction run, RecordedAnswer answer) throws SQLException {
        BoundStatement statement = writing(insertInsteadOfWork, replaceInsteadOfWork, protection, run, answer);
        try {
            return writeInsteadOfWork(statement);
        } catch (SQLException failure) {
            if (SqlErrorClassifier.isUniqueViolation(failure)) {
                return false;
            }
            throw failure;
        }
    }

    /** Here too the driver must not watch the time. */
    private boolean writeInsteadOfWork(BoundStatement statement) throws SQLException {
        return connection.use(used -> {
            try (PreparedStatement all = statement.prepare(used)) {
                all.execute();
                SqlErrorClassifier.throwIfNotReplicated(all.getWarnings());
                all.getMoreResults();
                all.getMoreResults();
                return all.getUpdateCount() == 1;
            }
        });
    }

    /** Inserts the record, or replaces the former one. */
    static BoundStatement writing(
            SqlStatement insert,
            SqlStatement replace,
            ResponseProtection protection,
            OpenTransaction run,
            RecordedAnswer answer) {
        return run.former()
                .map(former -> replacing(replace, protection, run, former, answer))
                .orElseGet(() -> completing(insert, protection, run, answer));
    }

    private static BoundStatement replacing(
            SqlStatement statement,
            ResponseProtection protection,
            OpenTransaction run,
            IdempotencyRecord former,
            RecordedAnswer answer) {
        return completing(statement, protection, run, answer)
                .set("former_token", former.hold().token())
                .set("former_owner", former.hold().owner())
                .set("former_state", RecordRow.name(former.state()));
    }

    private static BoundStatement completing(
            SqlStatement statement, ResponseProtection protection, OpenTransaction run, RecordedAnswer answer) {
        return statement
                .bind()
                .with(RecordParameters.of(run.lease()))
                .with(RecordParameters.of(protection.stored(run.lease(), answer)))
                .set("operation", run.request().operation())
                .set("fingerprint", run.request().fingerprint().toBytes())
                .set("reserved_at", run.reservedAt())
                .set("expires_at", run.expiresAt());
    }
}
