package dev.idempotency.jdbc.internal.batch;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.jdbc.internal.batch.RecordWrite.Completion;
import dev.idempotency.jdbc.internal.batch.RecordWrite.Insertion;
import dev.idempotency.jdbc.internal.driver.Micros;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.record.RecordRow;
import dev.idempotency.jdbc.internal.record.RequestSql;
import java.util.List;
import java.util.Optional;

/** Makes records and completes them: what is asked for at the same moment in one transaction and one round trip. */
public final class RecordWrites {

    private final StatementExecutor database;
    private final RequestSql sql;
    private final WriteBatcher<RecordWrite, WriteResult> shared;

    public RecordWrites(StatementExecutor database, RequestSql sql, BatchLimits sharing) {
        this.database = database;
        this.sql = sql;
        this.shared = new WriteBatcher<>(sharing, this::alone, this::together);
    }

    /** Empty if the record is there. */
    public Optional<Grant> insert(ReservationRequest request) {
        return shared.write(new Insertion(request)).grant();
    }

    /** Whether the lease was held; then the record is completed now. */
    public boolean complete(Lease lease, RecordedAnswer response) {
        return shared.write(new Completion(lease, response)).isDone();
    }

    private WriteResult alone(RecordWrite write) {
        return write instanceof Insertion insertion
                ? WriteResult.of(insertAlone(insertion.request()))
                : new WriteResult(completeAlone((Completion) write), Optional.empty());
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

    public List<WriteResult> together(List<RecordWrite> writes) {
        RecordBatch batch = new RecordBatch(sql, writes);
        database.writeTogether(batch.parts());
        return writes.stream().map(batch::outcomeOf).toList();
    }
}
