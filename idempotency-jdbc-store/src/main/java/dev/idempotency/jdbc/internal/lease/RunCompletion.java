package dev.idempotency.jdbc.internal.lease;

import dev.idempotency.core.atrest.ResponseProtection;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.LeasedRecords;
import dev.idempotency.jdbc.internal.batch.RecordWrites;
import dev.idempotency.jdbc.internal.driver.SqlStatement;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.record.RecordParameters;
import dev.idempotency.jdbc.internal.record.RecordRow;
import dev.idempotency.jdbc.internal.record.SqlFragments;

/** Ends runs, each on condition that its lease is held. */
public final class RunCompletion implements LeasedRecords {

    private static final String FAIL = """
        UPDATE $table
        SET state = 'failed_retryable', finished_at = clock_timestamp(), last_error = :error, entity = NULL
        WHERE $bounded AND $held
        """;

    private static final String MARK_UNKNOWN = """
        UPDATE $table
        SET state = 'unknown', last_error = :error, reconcile_at = clock_timestamp(), reconcile_attempts = 0
        WHERE $bounded AND $held
        """;

    /**
     * Changes nothing, but is written: so its commit waits for a standby, and with it that of the change that it looks
     * for. Reading proves nothing of the kind.
     */
    private static final String ALREADY_APPLIED = """
        UPDATE $table
        SET state = state
        WHERE $bounded AND $owned AND state = :state AND decided_at IS NULL
        """;

    private static final int LONGEST_ERROR = 255;

    private final StatementExecutor database;
    private final RecordWrites writes;
    private final ResponseProtection protection;
    private final SqlStatement fail;
    private final SqlStatement markUnknown;
    private final SqlStatement alreadyApplied;

    /** @param protection the form in which answers are stored */
    public RunCompletion(
            StatementExecutor database, SqlFragments fragments, RecordWrites writes, ResponseProtection protection) {
        this.database = database;
        this.writes = writes;
        this.protection = protection;
        this.fail = fragments.statement(FAIL);
        this.markUnknown = fragments.statement(MARK_UNKNOWN);
        this.alreadyApplied = fragments.statement(ALREADY_APPLIED);
    }

    @Override
    public boolean complete(Lease lease, RecordedAnswer answer) {
        return writes.complete(lease, protection.stored(lease, answer)) || isAlreadyApplied(lease, State.COMPLETED);
    }

    @Override
    public boolean fail(Lease lease, String error) {
        return end(fail, lease, error) || isAlreadyApplied(lease, State.FAILED_RETRYABLE);
    }

    @Override
    public boolean markUnknown(Lease lease, String error) {
        return end(markUnknown, lease, error) || isAlreadyApplied(lease, State.UNKNOWN);
    }

    private boolean end(SqlStatement statement, Lease lease, String error) {
        return database.write(statement.bind().with(RecordParameters.of(lease)).set("error", shortened(error))) > 0;
    }

    /**
     * No row was changed: the lease may be lost, or an earlier attempt succeeded and its reply did not arrive. Checks
     * for the latter.
     */
    private boolean isAlreadyApplied(Lease lease, State to) {
        return database.write(
                        alreadyApplied.bind().with(RecordParameters.of(lease)).set("state", RecordRow.name(to)))
                > 0;
    }

    private static String shortened(String error) {
        return error.length() > LONGEST_ERROR ? error.substring(0, LONGEST_ERROR) : error;
    }
}
