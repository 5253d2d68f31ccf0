package dev.idempotency.jdbc.internal.batch;

import dev.idempotency.core.record.Entity;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.jdbc.internal.batch.RecordWrite.Completion;
import dev.idempotency.jdbc.internal.batch.RecordWrite.Insertion;
import dev.idempotency.jdbc.internal.driver.BoundStatement;
import dev.idempotency.jdbc.internal.driver.SqlStatement;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.record.RecordParameters;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import java.util.List;
import java.util.Optional;

/**
 * Makes records and completes them. Those that are asked for at the same moment share one transaction and one round
 * trip, as a {@link RecordBatch}. A write that is alone has statements of its own: in those of a batch, with arrays for
 * one record, it took a fifth longer.
 */
public final class RecordWrites {

    /** A write that must wait for a lock has computed its times before the wait. {@code waited} tells how long ago. */
    private static final String INSERT = """
        INSERT INTO $table (
            $reserving%s)
        SELECT :scope, :key, :operation, :fingerprint, :owner, :take_over,
            'in_progress', $micros, clock.now + :lease * $microsecond, clock.now,
            clock.now + asked.retention, clock.now + asked.retention%s
        FROM (SELECT clock_timestamp() AS now) AS clock, (SELECT :retention * $microsecond AS retention) AS asked
        WHERE $bounded%s
        ON CONFLICT%s DO NOTHING
        RETURNING token, expires_at, (extract(epoch FROM clock_timestamp() - created_at) * 1000000)::bigint AS waited
        """;

    private static final String COMPLETE = """
        UPDATE $table
        SET state = 'completed', finished_at = clock_timestamp(), entity = NULL,
            $answer
        WHERE $bounded AND $held
        """;

    private final StatementExecutor database;
    private final SqlStatement insert;
    private final SqlStatement insertWithEntity;
    private final SqlStatement complete;
    private final RecordBatch.Statements batch;
    private final WriteBatcher<RecordWrite, WriteResult> batcher;

    public RecordWrites(StatementExecutor database, SqlFragments fragments, BatchLimits limits) {
        this.database = database;
        this.insert = fragments.statement(INSERT.formatted("", "", "", " (scope, key)"));
        this.insertWithEntity = fragments.statement(
                INSERT.formatted(", entity", ", :entity", " AND pg_try_advisory_xact_lock(:entity_lock)", ""));
        this.complete = fragments.statement(COMPLETE);
        this.batch = new RecordBatch.Statements(fragments);
        this.batcher = new WriteBatcher<>(limits, this::alone, this::together);
    }

    /**
     * Empty if the record is there, or another run has the request's entity. A request with an entity is never in a batch: two of
     * these could wait for each other's entities.
     */
    public Optional<Grant> insert(ReservationRequest request) {
        Entity entity = request.entity();
        if (entity != null) {
            return insertAlone(
                    insertWithEntity.bind().with(RecordParameters.of(entity)).with(RecordParameters.of(request)));
        }
        return batcher.write(new Insertion(request)).grant();
    }

    /**
     * Completes the record on condition that the lease is held, and returns whether it was.
     *
     * @param answer in the form that it is stored in
     */
    public boolean complete(Lease lease, RecordedAnswer answer) {
        return batcher.write(new Completion(lease, answer)).isDone();
    }

    private WriteResult alone(RecordWrite write) {
        return write instanceof Insertion insertion
                ? WriteResult.of(insertAlone(insert.bind().with(RecordParameters.of(insertion.request()))))
                : new WriteResult(completeAlone((Completion) write), Optional.empty());
    }

    private Optional<Grant> insertAlone(BoundStatement statement) {
        return database.writeReturning(statement, (row, number) -> Grant.read(row)).stream()
                .findFirst();
    }

    private boolean completeAlone(Completion completion) {
        return database.write(complete.bind()
                        .with(RecordParameters.of(completion.lease()))
                        .with(RecordParameters.of(completion.answer())))
                > 0;
    }

    /** Writes several in one transaction, and returns what became of each, in their order. */
    public List<WriteResult> together(List<RecordWrite> writes) {
        return RecordBatch.write(writes, batch, database);
    }
}
