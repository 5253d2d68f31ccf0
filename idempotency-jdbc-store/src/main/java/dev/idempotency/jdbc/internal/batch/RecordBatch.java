package dev.idempotency.jdbc.internal.batch;

import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.jdbc.internal.batch.RecordWrite.Completion;
import dev.idempotency.jdbc.internal.batch.RecordWrite.Insertion;
import dev.idempotency.jdbc.internal.driver.Micros;
import dev.idempotency.jdbc.internal.driver.SqlArray;
import dev.idempotency.jdbc.internal.driver.StatementExecutor.Part;
import dev.idempotency.jdbc.internal.record.LockOrder;
import dev.idempotency.jdbc.internal.record.RecordRow;
import dev.idempotency.jdbc.internal.record.RequestSql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Records that are made and completed together: first the ones, then the others, each in the {@link LockOrder}. Whoever makes or
 * completes records on another node comes to them in the same order. Who of several that ask for the same record is granted it, is
 * told by its owner.
 */
final class RecordBatch {

    private final RequestSql sql;
    private final List<ReservationRequest> insertions;
    private final List<Completion> completions;
    private final long start = System.nanoTime();
    private final Map<String, Grant> granted = new HashMap<>();
    private final Set<String> completed = new HashSet<>();

    RecordBatch(RequestSql sql, List<RecordWrite> writes) {
        this.sql = sql;
        this.insertions = LockOrder.of(only(Insertion.class, writes), RecordWrite::id).stream()
                .map(Insertion::request)
                .toList();
        this.completions = LockOrder.of(only(Completion.class, writes), RecordWrite::id);
    }

    private static <T> List<T> only(Class<T> kind, List<RecordWrite> writes) {
        return writes.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        if (!insertions.isEmpty()) {
            parts.add(insertion());
        }
        if (!completions.isEmpty()) {
            parts.add(completion());
        }
        return parts;
    }

    WriteResult outcomeOf(RecordWrite write) {
        return write instanceof Insertion
                ? WriteResult.of(Optional.ofNullable(granted.get(write.owner())))
                : new WriteResult(completed.contains(write.owner()), Optional.empty());
    }

    private Part insertion() {
        return new Part(
                sql.insertAll,
                List.of(
                        texts(insertions, request -> request.id().scope().value()),
                        texts(insertions, request -> request.id().key().value()),
                        texts(insertions, ReservationRequest::operation),
                        SqlArray.ofBytes(
                                map(insertions, request -> request.fingerprint().toBytes())),
                        texts(insertions, ReservationRequest::owner),
                        SqlArray.ofFlags(map(insertions, ReservationRequest::mayBeTakenOver)),
                        numbers(insertions, request -> Micros.of(request.lease())),
                        numbers(insertions, request -> Micros.of(request.retention()))),
                this::granted);
    }

    /**
     * A row that was inserted before the statement had to wait for another one does not know of that wait, so all count as having
     * waited for as long as the statement took.
     */
    private void granted(ResultSet row) throws SQLException {
        granted.put(
                row.getString("owner"),
                new Grant(
                        row.getLong("token"),
                        RecordRow.instant(row, "expires_at"),
                        TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start)));
    }

    private Part completion() {
        return new Part(
                sql.completeAll,
                List.of(
                        texts(completions, completion -> completion.id().scope().value()),
                        texts(completions, completion -> completion.id().key().value()),
                        numbers(completions, completion -> completion.lease().token()),
                        texts(completions, Completion::owner),
                        numbers(completions, completion ->
                                (long) completion.response().schemaVersion()),
                        numbers(completions, completion ->
                                (long) completion.response().code()),
                        texts(
                                completions,
                                completion ->
                                        RecordRow.headers(completion.response()).literal()),
                        SqlArray.ofBytes(bodies(completions)),
                        completions.size()),
                row -> completed.add(row.getString("owner")));
    }

    private static List<byte @Nullable []> bodies(List<Completion> completions) {
        List<byte @Nullable []> bodies = new ArrayList<>();
        completions.forEach(
                completion -> bodies.add(completion.response().body().orElse(null)));
        return bodies;
    }

    private static <T> SqlArray texts(List<T> items, Function<T, String> part) {
        return SqlArray.ofTexts(map(items, part));
    }

    private static <T> SqlArray numbers(List<T> items, Function<T, Long> part) {
        return SqlArray.ofNumbers(map(items, part));
    }

    private static <T, R> List<R> map(List<T> items, Function<T, R> part) {
        return items.stream().map(part).toList();
    }
}
