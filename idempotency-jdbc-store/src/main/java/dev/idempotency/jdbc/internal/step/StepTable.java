package dev.idempotency.jdbc.internal.step;

import dev.idempotency.core.atrest.ResponseProtection;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.step.RunSteps;
import dev.idempotency.jdbc.internal.driver.DataSourceProxies;
import dev.idempotency.jdbc.internal.driver.SqlStatement;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.driver.StatementTimeouts;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import dev.idempotency.jdbc.internal.transaction.HandlerConnection;
import javax.sql.DataSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The table of the steps of runs, beside that of the records. */
public final class StepTable {

    /** Those of this life of the key; none if the lease is lost. */
    private static final String READ = """
        SELECT step.step, step.kind, step.state, step.token, step.external_id, step.content_version, step.result
        FROM $steps AS step, (SELECT scope, key, $generation AS generation FROM $table AS record WHERE $owned) AS life
        WHERE step.scope = life.scope AND step.key = life.key AND step.generation = life.generation
        ORDER BY step.position
        """;

    /**
     * In the transaction of the work, which holds off a take-over from here until its commit; a lock that lets keys be
     * updated would not. No limit on waiting is set: it would hold for what the application still does before the commit.
     */
    private static final String FINISH_LOCAL = """
        INSERT INTO $steps (
            scope, key, generation, step, token, owner, created_at, finished_at, position, kind, state,
            content_version, result)
        SELECT scope, key, $generation, :step, token, owner, clock_timestamp(), clock_timestamp(), :position, 'local', 'done',
            :version, :result::bytea
        FROM $table AS record
        WHERE $held
        FOR SHARE
        """;

    /** For how long the other system knows our key counts from the first call, which was before it arrived there. */
    private static final String START = """
        INSERT INTO $steps AS former (
            scope, key, generation, step, token, owner, created_at, called_at, position, kind, state, deliveries)
        SELECT scope, key, $generation, :step, token, owner, clock_timestamp(), clock_timestamp(), :position, 'external',
            'started', 1
        FROM $table AS record
        WHERE $bounded AND $held
        FOR SHARE
        ON CONFLICT (scope, key, generation, step) DO UPDATE
        SET token = excluded.token, owner = excluded.owner,
            deliveries = CASE WHEN former.owner = excluded.owner THEN former.deliveries ELSE former.deliveries + 1 END
        WHERE former.state = 'started'
            AND (former.owner = excluded.owner OR former.called_at > clock_timestamp() - :repeatable * $microsecond)
        """;

    /** Not on condition that the lease is held: what has happened is true all the same. A later run has changed the owner. */
    private static final String FINISH = """
        UPDATE $steps
        SET state = 'done', finished_at = clock_timestamp(), external_id = :external_id,
            content_version = :version, result = :result
        WHERE $bounded AND $owned AND step = :step AND kind = 'external'
        """;

    private static final String CANCEL = """
        DELETE FROM $steps
        WHERE $bounded AND $owned AND step = :step AND state = 'started' AND deliveries = 1
        """;

    private final StatementExecutor database;
    private final ResponseProtection protection;
    private final DataSource dataSource;
    private final StatementTimeouts timeouts;
    private final SqlStatement read;
    private final SqlStatement finishLocal;
    private final SqlStatement start;
    private final SqlStatement finish;
    private final SqlStatement cancel;

    /**
     * @param protection the form in which results are stored
     * @param dataSource that of the records
     */
    public StepTable(
            StatementExecutor database,
            SqlFragments fragments,
            ResponseProtection protection,
            DataSource dataSource,
            StatementTimeouts timeouts) {
        this.database = database;
        this.protection = protection;
        this.dataSource = dataSource;
        this.timeouts = timeouts;
        this.read = fragments.statement(READ);
        this.finishLocal = fragments.statement(FINISH_LOCAL);
        this.start = fragments.statement(START);
        this.finish = fragments.statement(FINISH);
        this.cancel = fragments.statement(CANCEL);
    }

    /**
     * The steps of a run.
     *
     * @param isNew whether its record was made just now, so that it has no steps yet
     */
    public RunSteps of(Lease lease, boolean isNew) {
        return new StepsOfRun(this, lease, isNew);
    }

    StatementExecutor database() {
        return database;
    }

    ResponseProtection protection() {
        return protection;
    }

    SqlStatement read() {
        return read;
    }

    SqlStatement finishLocal() {
        return finishLocal;
    }

    SqlStatement start() {
        return start;
    }

    SqlStatement finish() {
        return finish;
    }

    SqlStatement cancel() {
        return cancel;
    }

    /** That of the transaction that the thread is in: the transaction manager may have a proxy of the data source, or what is behind one. */
    HandlerConnection transaction() {
        DataSource managed = TransactionSynchronizationManager.getResourceMap().keySet().stream()
                .filter(DataSource.class::isInstance)
                .map(DataSource.class::cast)
                .filter(each -> DataSourceProxies.haveSameTarget(each, dataSource))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "This thread is in no transaction on the database of the records of idempotent requests, so that a local"
                                + " step cannot be recorded together with its work"));
        return new HandlerConnection(managed, timeouts.statementTimeout());
    }
}
