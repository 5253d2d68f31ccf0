package dev.idempotency.jdbc;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedResponse;
import dev.idempotency.core.record.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends runs, each on condition that its lease is held: completions that are asked for at the same moment in one transaction. */
final class Endings {

    private static final int LONGEST_ERROR = 255;

    private final OwnTransaction database;
    private final RequestSql sql;
    private final SharedWrites<Completion, Boolean> completions;

    Endings(OwnTransaction database, RequestSql sql, Sharing sharing) {
        this.database = database;
        this.sql = sql;
        this.completions = new SharedWrites<>(sharing, this::completeAlone, this::completeTogether);
    }

    boolean complete(Lease lease, RecordedResponse response) {
        return completions.write(new Completion(lease, response)) || cameThrough(lease, State.COMPLETED);
    }

    boolean fail(Lease lease, String error) {
        return database.write(sql.fail, arguments(lease, shortened(error))) > 0
                || cameThrough(lease, State.FAILED_RETRYABLE);
    }

    boolean markUnknown(Lease lease, String error) {
        return database.write(sql.markUnknown, arguments(lease, shortened(error))) > 0
                || cameThrough(lease, State.UNKNOWN);
    }

    private boolean completeAlone(Completion completion) {
        return database.write(sql.complete, completion.arguments()) > 0;
    }

    /** In the {@link LockOrder}. */
    private List<Boolean> completeTogether(List<Completion> completions) {
        List<Completion> ordered =
                LockOrder.of(completions, completion -> completion.lease().id());
        int[] changed = database.writeAll(
                sql.complete, ordered.stream().map(Completion::arguments).toList());
        return completions.stream()
                .map(completion -> changed[ordered.indexOf(completion)] > 0)
                .toList();
    }

    /** Where nothing was changed, this lease may have ended the run in the same way before and not have heard of it. */
    private boolean cameThrough(Lease lease, State to) {
        return !database.read(sql.cameThrough, (row, number) -> true, arguments(to, lease))
                .isEmpty();
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

    private record Completion(Lease lease, RecordedResponse response) {

        @Nullable Object[] arguments() {
            return Endings.arguments(
                    lease,
                    response.schemaVersion(),
                    response.status(),
                    RecordRow.headers(response),
                    response.body().orElse(null));
        }
    }
}
