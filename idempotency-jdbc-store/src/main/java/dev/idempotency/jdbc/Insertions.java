package dev.idempotency.jdbc;

import dev.idempotency.core.store.ReservationRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Makes records that are not there yet: those that are asked for at the same moment by one statement. */
final class Insertions {

    private final OwnTransaction database;
    private final RequestSql sql;
    private final SharedWrites<ReservationRequest, Optional<Grant>> shared;

    Insertions(OwnTransaction database, RequestSql sql, Sharing sharing) {
        this.database = database;
        this.sql = sql;
        this.shared = new SharedWrites<>(sharing, this::alone, this::together);
    }

    /** Empty if the record is there. */
    Optional<Grant> insert(ReservationRequest request) {
        return shared.write(request);
    }

    private Optional<Grant> alone(ReservationRequest request) {
        return database
                .writeReturning(
                        sql.insert,
                        (row, number) -> Grant.read(row),
                        request.id().scope().value(),
                        request.id().key().value(),
                        request.operation(),
                        request.fingerprint().toBytes(),
                        request.owner(),
                        request.mayBeTakenOver(),
                        Micros.of(request.lease()),
                        Micros.of(request.retention()))
                .stream()
                .findFirst();
    }

    /**
     * In the {@link LockOrder}. Who is granted is told by its owner, as two may ask for the same record. A row that was inserted
     * before the statement had to wait for another one does not know of that wait, so all count as having waited for as long as the
     * statement took.
     */
    private List<Optional<Grant>> together(List<ReservationRequest> requests) {
        List<ReservationRequest> ordered = LockOrder.of(requests, ReservationRequest::id);
        Map<String, Grant> granted = new HashMap<>();
        long start = System.nanoTime();
        database.writeReturning(
                sql.insertAll,
                (row, number) -> granted.put(
                        row.getString("owner"),
                        new Grant(
                                row.getLong("token"),
                                RecordRow.instant(row, "expires_at"),
                                TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start))),
                texts(ordered, request -> request.id().scope().value()),
                texts(ordered, request -> request.id().key().value()),
                texts(ordered, ReservationRequest::operation),
                SqlArray.ofBytes(ordered.stream()
                        .map(request -> request.fingerprint().toBytes())
                        .toList()),
                texts(ordered, ReservationRequest::owner),
                SqlArray.ofFlags(
                        ordered.stream().map(ReservationRequest::mayBeTakenOver).toList()),
                numbers(ordered, request -> Micros.of(request.lease())),
                numbers(ordered, request -> Micros.of(request.retention())));
        return requests.stream()
                .map(request -> Optional.ofNullable(granted.get(request.owner())))
                .toList();
    }

    private static SqlArray texts(List<ReservationRequest> requests, Function<ReservationRequest, String> part) {
        return SqlArray.ofTexts(requests.stream().map(part).toList());
    }

    private static SqlArray numbers(List<ReservationRequest> requests, Function<ReservationRequest, Long> part) {
        return SqlArray.ofNumbers(requests.stream().map(part).toList());
    }
}
