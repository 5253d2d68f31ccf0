package dev.idempotency.jdbc;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedResponse;
import dev.idempotency.core.record.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends runs, each on condition that its lease is held. */
final class Endings {

    private static final int LONGEST_ERROR = 255;

    private final OwnTransaction database;
    private final RequestSql sql;
    private final RecordWrites writes;

    Endings(OwnTransaction database, RequestSql sql, RecordWrites writes) {
        this.database = database;
        this.sql = sql;
        this.writes = writes;
    }

    boolean complete(Lease lease, RecordedResponse response) {
        return writes.complete(lease, response) || cameThrough(lease, State.COMPLETED);
    }

    boolean fail(Lease lease, String error) {
        return database.write(sql.fail, arguments(lease, shortened(error))) > 0
                || cameThrough(lease, State.FAILED_RETRYABLE);
    }

    boolean markUnknown(Lease lease, String error) {
        return database.write(sql.markUnknown, arguments(lease, shortened(error))) > 0
                || cameThrough(lease, State.UNKNOWN);
    }

    /** Where nothing was changed, this lease may have ended the run in the same way before and not have heard of it. */
    private boolean cameThrough(Lease lease, State to) {
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
