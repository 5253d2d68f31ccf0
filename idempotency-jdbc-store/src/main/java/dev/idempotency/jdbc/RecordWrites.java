package dev.idempotency.jdbc;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.jdbc.RecordWrite.Completion;
import dev.idempotency.jdbc.RecordWrite.Insertion;
import java.util.List;
import java.util.Optional;

/** Makes records and completes them: what is asked for at the same moment in one transaction and one round trip. */
final class RecordWrites {

    private final OwnTransaction database;
    private final RequestSql sql;
    private final SharedWrites<RecordWrite, Written> shared;

    RecordWrites(OwnTransaction database, RequestSql sql, Sharing sharing) {
        this.database = database;
        this.sql = sql;
        this.shared = new SharedWrites<>(sharing, this::alone, this::together);
    }

    /** Empty if the record is there. */
    Optional<Grant> insert(ReservationRequest request) {
        return shared.write(new Insertion(request)).grant();
    }

    /** Whether the lease was held; then the record is completed now. */
    boolean complete(Lease lease, RecordedAnswer response) {
        return shared.write(new Completion(lease, response)).isDone();
    }

    private Written alone(RecordWrite write) {
        return write instanceof Insertion insertion
                ? Written.of(insertAlone(insertion.request()))
                : new Written(completeAlone((Completion) write), Optional.empty());
    }

    private Optional<Grant> insertAlone(ReservationRequest request) {
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

    private boolean completeAlone(Completion completion) {
        Lease lease = completion.lease();
        RecordedAnswer response = completion.response();
        int changed = database.write(
                sql.complete,
                response.schemaVersion(),
                response.code(),
                RecordRow.headers(response),
                response.body().orElse(null),
                lease.id().scope().value(),
                lease.id().key().value(),
                lease.token(),
                lease.owner());
        return changed > 0;
    }

    List<Written> together(List<RecordWrite> writes) {
        RecordBatch batch = new RecordBatch(sql, writes);
        database.writeTogether(batch.parts());
        return writes.stream().map(batch::outcomeOf).toList();
    }
}
