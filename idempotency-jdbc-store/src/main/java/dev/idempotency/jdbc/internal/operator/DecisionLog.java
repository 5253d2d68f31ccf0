package dev.idempotency.jdbc.internal.operator;

import dev.idempotency.core.internal.digest.Sha256;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.DecisionLogEntry;
import dev.idempotency.core.store.OperatorDecision;
import dev.idempotency.jdbc.internal.driver.BoundStatement;
import dev.idempotency.jdbc.internal.driver.SqlStatement;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.record.RecordRow;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** Keeps what was decided by hand: who changed which record, and why. */
public final class DecisionLog {

    /** The change and the entry about it as one statement: neither is made without the other. */
    private static final String CHANGE_AND_ENTRY = """
        WITH changed AS (
            %s RETURNING scope),
        kept AS (
            INSERT INTO $decisions (scope, key_hash, action, decided_by, decided_why, decided_at)
            SELECT scope, :key_hash, :action, :decided_by, :decided_why, clock_timestamp() FROM changed)
        SELECT count(*) FROM changed
        """;

    /** The same for a change that ends records, and their steps with them. */
    private static final String END_AND_ENTRY = """
        WITH ended AS (
            %s RETURNING scope, key, token),
        $forgetting,
        kept AS (
            INSERT INTO $decisions (scope, key_hash, action, decided_by, decided_why, decided_at)
            SELECT scope, :key_hash, :action, :decided_by, :decided_why, clock_timestamp() FROM ended)
        SELECT count(*) FROM ended
        """;

    private static final String PURGED = """
        INSERT INTO $decisions (scope, action, decided_by, decided_why, decided_at)
        VALUES (:scope, :action, :decided_by, :decided_why, clock_timestamp())
        """;

    private static final String DECISIONS = """
        SELECT key_hash, subject, action, decided_by, decided_why, decided_at
        FROM $decisions
        WHERE scope = :scope
        ORDER BY decided_at DESC
        LIMIT :limit
        """;

    private final StatementExecutor database;
    private final SqlFragments fragments;
    private final SqlStatement purged;
    private final SqlStatement decisions;

    public DecisionLog(StatementExecutor database, SqlFragments fragments) {
        this.database = database;
        this.fragments = fragments;
        this.purged = fragments.statement(PURGED);
        this.decisions = fragments.statement(DECISIONS);
    }

    /** The statement that makes a change together with the entry about it. */
    SqlStatement withEntry(String change) {
        return fragments.statement(CHANGE_AND_ENTRY.formatted(change.strip()));
    }

    /** The statement that ends records and their steps together with the entry about it. */
    SqlStatement endingWithEntry(String change) {
        return fragments.statement(END_AND_ENTRY.formatted(change.strip()));
    }

    /**
     * Executes a statement {@linkplain #withEntry with an entry} about one record. Returns whether it changed the
     * record.
     *
     * @param change a statement whose own parameters have their values
     */
    boolean execute(BoundStatement change, RecordId id, DecisionLogEntry.Action action, OperatorDecision decision) {
        BoundStatement statement = change.with(parameters(action, decision))
                .set("key_hash", Sha256.shortHex(id.key().value()));
        List<Long> changed = database.writeReturning(statement, (row, number) -> row.getLong(1));
        return Objects.requireNonNull(changed.get(0)) > 0;
    }

    /** Keeps that all records of a scope are going to be removed. */
    void addPurge(Scope scope, OperatorDecision decision) {
        database.write(purged.bind()
                .with(parameters(DecisionLogEntry.Action.PURGED, decision))
                .set("scope", scope.value()));
    }

    private static Consumer<BoundStatement> parameters(DecisionLogEntry.Action action, OperatorDecision decision) {
        return statement -> statement
                .set("action", action.name())
                .set("decided_by", decision.by())
                .set("decided_why", decision.why());
    }

    /** The latest entries of a scope. */
    public List<DecisionLogEntry> of(Scope scope, int limit) {
        return database.read(
                decisions.bind().set("scope", scope.value()).set("limit", limit),
                (row, number) -> new DecisionLogEntry(
                        row.getString("key_hash"),
                        row.getString("subject"),
                        DecisionLogEntry.Action.valueOf(row.getString("action")),
                        new OperatorDecision(row.getString("decided_by"), row.getString("decided_why")),
                        RecordRow.instant(row, "decided_at")));
    }
}
