package dev.idempotency.jdbc.internal.transaction;

import dev.idempotency.core.protect.ResponseProtection;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.jdbc.internal.driver.SqlErrorClassifier;
import dev.idempotency.jdbc.internal.driver.StatementBinder;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.driver.StatementTimeouts;
import dev.idempotency.jdbc.internal.record.RecordRow;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DataSourceUtils;

/** Reads and writes records on the connection of the transaction that the thread is in. */
public final class TransactionalRecordWriter {

    private final DataSource dataSource;
    private final TransactionSql sql;
    private final StatementExecutor own;
    private final int queryTimeoutSeconds;
    private final ResponseProtection protection;
    private final CommitWithRecord commit;

    public TransactionalRecordWriter(
            DataSource dataSource,
            SqlFragments fragments,
            StatementTimeouts timeouts,
            StatementExecutor own,
            ResponseProtection protection,
            CommitWithRecord commit) {
        this.dataSource = dataSource;
        this.sql = new TransactionSql(fragments);
        this.own = own;
        this.queryTimeoutSeconds = (int) timeouts.statementTimeout().toSeconds();
        this.protection = protection;
        this.commit = commit;
    }

    public LockedRecord lockAndRead(RecordId id) throws SQLException {
        Object[] arguments = {
            AdvisoryLock.numberOf(id), id.scope().value(), id.key().value()
        };
        return execute(sql.lockAndRead, arguments, statement -> {
            statement.execute();
            try (ResultSet lock = statement.getResultSet()) {
                lock.next();
                boolean isLocked = lock.getBoolean("locked");
                Instant now = RecordRow.instant(lock, "now");
                statement.getMoreResults();
                try (ResultSet rows = statement.getResultSet()) {
                    Optional<IdempotencyRecord> record =
                            rows.next() ? Optional.of(protection.read(RecordRow.read(rows))) : Optional.empty();
                    return new LockedRecord(isLocked, record, now);
                }
            }
        });
    }

    /**
     * Writes the record in the transaction, and may commit it at once. Returns false if somebody else has written the record; then
     * the transaction is lost.
     *
     * @throws SQLException if the record was not written
     * @throws RuntimeException if the commit failed, or nobody knows whether it did
     */
    public boolean store(OpenTransaction run, RecordedAnswer response) throws SQLException {
        if (run.former().isPresent()) {
            CommitWarnings.watch(dataSource);
            return execute(
                            sql.replaceByCompleted,
                            replacement(run, run.former().get(), response),
                            PreparedStatement::executeUpdate)
                    == 1;
        }
        try {
            insert(run, insertion(run, response));
            return true;
        } catch (SQLException failure) {
            if (SqlErrorClassifier.isLostToSomebodyElse(failure)) {
                return false;
            }
            throw failure;
        }
    }

    private void insert(OpenTransaction run, @Nullable Object[] arguments) throws SQLException {
        inTransaction(connection -> {
            if (commit.isAllowed(run.status(), connection)) {
                try (PreparedStatement both = connection.prepareStatement(sql.insertCompletedAndCommit)) {
                    StatementBinder.bind(connection, both, arguments);
                    commit.execute(connection, both);
                }
                return true;
            }
            CommitWarnings.watch(dataSource);
            return execute(connection, sql.insertCompleted, arguments, PreparedStatement::execute);
        });
    }

    /**
     * Undoes the work, writes the record and commits it, all at once and under the lock. Returns false if somebody else has written
     * the record. What the work has undone or ended by itself makes no difference.
     *
     * @throws SQLException if the record was not written, or nobody knows whether it was
     */
    public boolean storeInsteadOfWork(OpenTransaction run, RecordedAnswer response) throws SQLException {
        try {
            return run.former().isPresent()
                    ? writeInsteadOfWork(
                            sql.replaceInsteadOfWork,
                            replacement(run, run.former().get(), response))
                    : writeInsteadOfWork(sql.insertInsteadOfWork, insertion(run, response));
        } catch (SQLException failure) {
            if (SqlErrorClassifier.isLostToSomebodyElse(failure)) {
                return false;
            }
            throw failure;
        }
    }

    /** Here too the driver must not watch the time, see {@link TransactionSql}. */
    private boolean writeInsteadOfWork(String statements, @Nullable Object[] arguments) throws SQLException {
        return inTransaction(connection -> {
            try (PreparedStatement all = connection.prepareStatement(statements)) {
                StatementBinder.bind(connection, all, arguments);
                all.execute();
                SqlErrorClassifier.throwIfNotReplicated(all.getWarnings());
                all.getMoreResults();
                all.getMoreResults();
                return all.getUpdateCount() == 1;
            }
        });
    }

    /** Adds the body in a transaction of its own. */
    public boolean supplement(Lease lease, RecordedAnswer response) {
        RecordedAnswer stored = protection.stored(lease, response);
        return own.write(
                        sql.supplement,
                        stored.schemaVersion(),
                        stored.code(),
                        RecordRow.headers(stored),
                        stored.body().orElse(null),
                        lease.id().scope().value(),
                        lease.id().key().value(),
                        lease.token(),
                        lease.owner())
                == 1;
    }

    private @Nullable Object[] insertion(OpenTransaction run, RecordedAnswer response) {
        List<@Nullable Object> arguments = new ArrayList<>();
        arguments.add(run.lease().id().scope().value());
        arguments.add(run.lease().id().key().value());
        arguments.addAll(content(run, response));
        return arguments.toArray();
    }

    private @Nullable Object[] replacement(OpenTransaction run, IdempotencyRecord former, RecordedAnswer response) {
        List<@Nullable Object> arguments = new ArrayList<>(content(run, response));
        arguments.add(former.id().scope().value());
        arguments.add(former.id().key().value());
        arguments.add(former.hold().token());
        arguments.add(former.hold().owner());
        arguments.add(RecordRow.name(former.state()));
        return arguments.toArray();
    }

    private List<@Nullable Object> content(OpenTransaction run, RecordedAnswer response) {
        RecordedAnswer stored = protection.stored(run.lease(), response);
        return Arrays.asList(
                run.request().operation(),
                run.request().fingerprint().toBytes(),
                run.lease().owner(),
                run.lease().token(),
                run.reservedAt(),
                run.reservedAt(),
                run.expiresAt(),
                run.expiresAt(),
                stored.schemaVersion(),
                stored.code(),
                RecordRow.headers(stored),
                stored.body().orElse(null));
    }

    private <T> T execute(String statement, @Nullable Object[] arguments, Execution<T> execution) throws SQLException {
        return inTransaction(connection -> execute(connection, statement, arguments, execution));
    }

    private <T> T execute(Connection connection, String statement, @Nullable Object[] arguments, Execution<T> execution)
            throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement(statement)) {
            prepared.setQueryTimeout(queryTimeoutSeconds);
            StatementBinder.bind(connection, prepared, arguments);
            return execution.execute(prepared);
        }
    }

    private <T> T inTransaction(Use<T> use) throws SQLException {
        Connection connection = DataSourceUtils.getConnection(dataSource);
        try {
            if (!DataSourceUtils.isConnectionTransactional(connection, dataSource)) {
                throw new IllegalStateException(
                        "The transaction manager does not manage the data source of the records");
            }
            return use.of(connection);
        } finally {
            DataSourceUtils.releaseConnection(connection, dataSource);
        }
    }

    private interface Use<T> {
        T of(Connection connection) throws SQLException;
    }

    private interface Execution<T> {
        T execute(PreparedStatement statement) throws SQLException;
    }
}
