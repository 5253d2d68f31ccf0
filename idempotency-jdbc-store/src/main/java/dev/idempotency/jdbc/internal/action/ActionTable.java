package dev.idempotency.jdbc.internal.action;

import dev.idempotency.core.action.Action;
import dev.idempotency.core.action.ActionEntry;
import dev.idempotency.core.action.ActionResult;
import dev.idempotency.core.action.DoneAction;
import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.DecisionLogEntry;
import dev.idempotency.core.store.OperatorDecision;
import dev.idempotency.jdbc.internal.driver.BoundStatement;
import dev.idempotency.jdbc.internal.driver.SqlErrorClassifier;
import dev.idempotency.jdbc.internal.driver.SqlStatement;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.record.AdvisoryLock;
import dev.idempotency.jdbc.internal.record.RecordRow;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import dev.idempotency.jdbc.internal.transaction.HandlerConnection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The entries of actions.
 *
 * <ol>
 *   <li>Insert the entry, on condition that the action's advisory lock is granted, which is not waited for. The lock is
 *       held until the transaction ends.
 *   <li>In the same round trip, but a statement of its own with a snapshot of its own, read the entry.
 *   <li>It was inserted: the action is the caller's. It was read: it was done before. Neither: another transaction has the
 *       lock, and is doing it.
 * </ol>
 *
 * The primary key has the last word, whatever snapshot the transaction works on: where that does not see an entry that was
 * committed meanwhile, the server ends the transaction as a conflict. As nobody waits for a lock here, nothing has to be set
 * for the rest of the application's transaction.
 */
public final class ActionTable {

    private static final String ENTER = """
        INSERT INTO $actions (scope, action, done_at, by_key_hash, fingerprint)
        SELECT :scope, :action, clock_timestamp(), :key_hash, :fingerprint
        WHERE pg_try_advisory_xact_lock(:lock)
        ON CONFLICT (scope, action) DO NOTHING;
        SELECT fingerprint, reference, done_at, by_key_hash
        FROM $actions
        WHERE scope = :scope AND action = :action
        """;

    private static final String REFER = """
        UPDATE $actions SET reference = :reference WHERE scope = :scope AND action = :action
        """;

    private static final String WITHDRAW = """
        DELETE FROM $actions WHERE scope = :scope AND action = :action
        """;

    private static final String FIND = """
        SELECT fingerprint, reference, done_at, by_key_hash
        FROM $actions
        WHERE scope = :scope AND action = :action
        """;

    /** The entry goes and the decision about it is kept, as one statement. */
    private static final String FORGET = """
        WITH forgotten AS (
            DELETE FROM $actions WHERE $bounded AND scope = :scope AND action = :action RETURNING scope, action),
        kept AS (
            INSERT INTO $decisions (scope, subject, action, decided_by, decided_why, decided_at)
            SELECT scope, action, :decision, :decided_by, :decided_why, clock_timestamp() FROM forgotten)
        SELECT count(*) FROM forgotten
        """;

    private final HandlerConnection connection;
    private final StatementExecutor database;
    private final SqlStatement enter;
    private final SqlStatement refer;
    private final SqlStatement withdraw;
    private final SqlStatement find;
    private final SqlStatement forget;

    /**
     * @param connection of the open transaction
     * @param database executes statements outside of it
     */
    public ActionTable(HandlerConnection connection, StatementExecutor database, SqlFragments fragments) {
        this.connection = connection;
        this.database = database;
        this.enter = fragments.statement(ENTER);
        this.refer = fragments.statement(REFER);
        this.withdraw = fragments.statement(WITHDRAW);
        this.find = fragments.statement(FIND);
        this.forget = fragments.statement(FORGET);
    }

    /** Enters the action in the open transaction. */
    public ActionResult<ActionEntry> enter(Action action) {
        BoundStatement statement = named(enter, action.scope(), action.name())
                .set("key_hash", action.keyHash())
                .set("fingerprint", action.content().toBytes())
                .set("lock", AdvisoryLock.numberOfAction(action.scope(), action.name()));
        return inTransaction(statement, executed -> result(executed, action));
    }

    private ActionResult<ActionEntry> result(PreparedStatement statement, Action action) throws SQLException {
        statement.execute();
        if (statement.getUpdateCount() == 1) {
            return new ActionResult.Done<>(new Entry(action));
        }
        statement.getMoreResults();
        try (ResultSet rows = statement.getResultSet()) {
            return rows.next() ? ActionResult.of(done(rows), action) : new ActionResult.InProgress<>();
        }
    }

    /** The entry that was committed, on whatever connection. */
    public Optional<DoneAction> find(Scope scope, String name) {
        return database.read(named(find, scope, name), (row, number) -> done(row)).stream()
                .findFirst();
    }

    /** The entry as the open transaction sees it. */
    public Optional<DoneAction> findInTransaction(Scope scope, String name) {
        return inTransaction(named(find, scope, name), statement -> {
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Optional.of(done(rows)) : Optional.empty();
            }
        });
    }

    /** Removes the entry in a transaction of its own, and keeps the decision. Returns whether there was one. */
    public boolean forget(Scope scope, String name, OperatorDecision decision) {
        List<Long> forgotten = database.writeReturning(
                named(forget, scope, name)
                        .set("decision", DecisionLogEntry.Action.FORGOTTEN.name())
                        .set("decided_by", decision.by())
                        .set("decided_why", decision.why()),
                (row, number) -> row.getLong(1));
        return Objects.requireNonNull(forgotten.get(0)) > 0;
    }

    private <T> T inTransaction(BoundStatement statement, HandlerConnection.Execution<T> execution) {
        try {
            return connection.execute(statement, execution);
        } catch (SQLException failure) {
            throw SqlErrorClassifier.isConflict(failure)
                    ? SqlErrorClassifier.ofConflict(failure)
                    : SqlErrorClassifier.ofTransaction(failure);
        }
    }

    private static BoundStatement named(SqlStatement statement, Scope scope, String name) {
        return statement.bind().set("scope", scope.value()).set("action", name);
    }

    private static DoneAction done(ResultSet row) throws SQLException {
        return new DoneAction(
                Fingerprint.ofBytes(row.getBytes("fingerprint")),
                Optional.ofNullable(row.getString("reference")),
                RecordRow.instant(row, "done_at"),
                Optional.ofNullable(row.getString("by_key_hash")));
    }

    /** What the open transaction has entered. */
    private final class Entry implements ActionEntry {

        private final Action action;

        Entry(Action action) {
            this.action = action;
        }

        @Override
        public void refer(String reference) {
            BoundStatement statement = named(refer, action.scope(), action.name())
                    .set("reference", DoneAction.requireReference(reference));
            if (inTransaction(statement, PreparedStatement::executeUpdate) != 1) {
                throw new IllegalStateException(
                        "The entry of the action is gone: the transaction was rolled back to a savepoint before it");
            }
        }

        @Override
        public void withdraw() {
            inTransaction(named(withdraw, action.scope(), action.name()), PreparedStatement::executeUpdate);
        }
    }
}
