package dev.idempotency.jdbc.internal.lease;

import dev.idempotency.core.protect.ResponseProtection;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.LeasedRecords;
import dev.idempotency.jdbc.internal.batch.RecordWrites;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.record.RecordRow;
import dev.idempotency.jdbc.internal.record.RequestSql;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends runs, each on condition that its lease is held. */
public final class RunCompletion implements LeasedRecords {

    private static final int LONGEST_ERROR = 255;

    private final StatementExecutor database;
    private final RequestSql sql;
    private final RecordWrites writes;
    private final ResponseProtection protection;

    /** @param protection the form in which answers are kept */
    public RunCompletion(
            StatementExecutor database, RequestSql sql, RecordWrites writes, ResponseProtection protection) {
        this.database = database;
        this.sql = sql;
        this.writes = writes;
        this.protection = protection;
    }

    @Override
    public boolean complete(Lease lease, RecordedAnswer answer) {
        return writes.complete(lease, protection.stored(lease, answer)) || isAlreadyApplied(lease, State.COMPLETED);
    }

    @Override
    public boolean fail(Lease lease, String error) {
        return database.write(sql.fail, arguments(lease, shortened(error))) > 0
                || isAlreadyApplied(lease, State.FAILED_RETRYABLE);
    }

    @Override
    public boolean markUnknown(Lease lease, String error) {
        return database.write(sql.markUnknown, arguments(lease, shortened(error))) > 0
                || isAlreadyApplied(lease, State.UNKNOWN);
    }

    /** If nothing was changed, this lease may have ended the run in the same way before, and the answer to that was lost. */
    private boolean isAlreadyApplied(Lease lease, State to) {
        return database.write(sql.cameThrough, arguments(to, lease)) > 0;
    }

    private static @Nullable Object[] arguments(State to, Lease lease) {
        List<@Nullable Object> all = new ArrayList<>(held(lease));
        all.add(RecordRow.name(to));
        return all.toArray();
    }

    private static @Nullable Object[] arguments(Lease lease, @Nullable Object... outcome) {
        List<@Nullable Object> all = new ArrayList<>(Arrays.asList(outcome));
        all.addAll(held(lease));
        return all.toArray();
    }

    private static List<Object> held(Lease lease) {
        return List.of(lease.id().scope().value(), lease.id().key().value(), lease.token(), lease.owner());
    }

    private static String shortened(String error) {
        return error.length() > LONGEST_ERROR ? error.substring(0, LONGEST_ERROR) : error;
    }
}
