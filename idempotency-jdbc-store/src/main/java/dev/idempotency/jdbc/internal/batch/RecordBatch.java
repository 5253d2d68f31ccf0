package dev.idempotency.jdbc.internal.batch;

import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.jdbc.internal.batch.RecordWrite.Completion;
import dev.idempotency.jdbc.internal.batch.RecordWrite.Insertion;
import dev.idempotency.jdbc.internal.driver.SqlStatement;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.driver.StatementExecutor.Part;
import dev.idempotency.jdbc.internal.record.LockOrder;
import dev.idempotency.jdbc.internal.record.RecordParameters;
import dev.idempotency.jdbc.internal.record.RecordRow;
import dev.idempotency.jdbc.internal.record.SqlFragments;
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

/**
 * Records that are made and completed together: first all insertions, then all completions, each in the
 * {@link LockOrder}. Every node comes to its records in that order. The {@code owner} that a statement returns
 * identifies which of several competing requests won the record.
 */
final class RecordBatch {

    /** Rows are inserted in the order of the arguments, so that two of these cannot wait for each other. */
    private static final String INSERT_ALL = """
        INSERT INTO $table (
            $reserving)
        SELECT asked.scope, asked.key, asked.operation, asked.fingerprint, asked.owner, asked.take_over,
            'in_progress', $micros, clock.now + asked.lease * $microsecond, clock.now,
            clock.now + asked.retention * $microsecond, clock.now + asked.retention * $microsecond
        FROM (SELECT clock_timestamp() AS now) AS clock,
            unnest(:scope, :key, :operation, :fingerprint, :owner, :take_over, :lease, :retention)
                AS asked (scope, key, operation, fingerprint, owner, take_over, lease, retention)
        WHERE $bounded
        ON CONFLICT (scope, key) DO NOTHING
        RETURNING owner, token, expires_at
        """;

    /**
     * The limit is the number of the arguments. Postgres, which does not know it when it makes the plan, takes it for a
     * tenth of the rows; so it plans for one, and that is found by the primary key also where the plan was made while
     * the table was small. Without it the plan is to read the whole table, and stays that while the table grows.
     *
     * <p>By the primary key, rows are changed in the order of the arguments. Of a few pages Postgres may read all and
     * change them in their order there. Only a renewal on the same node comes to several of these rows; if the two wait
     * for each other then, the server ends one of them, which is executed again.
     */
    private static final String COMPLETE_ALL = """
        UPDATE $table AS record
        SET state = 'completed', finished_at = clock_timestamp(), entity = NULL,
            response_version = done.version, response_status = done.status,
            response_headers = done.headers::text[], response_body = done.body
        FROM (
            SELECT *
            FROM unnest(:scope, :key, :token, :owner, :version, :status, :headers, :body)
                AS asked (scope, key, token, owner, version, status, headers, body)
            LIMIT :count) AS done
        WHERE $bounded AND record.scope = done.scope AND record.key = done.key
            AND record.token = done.token AND record.owner = done.owner AND state = 'in_progress'
        RETURNING record.owner
        """;

    private final Statements statements;
    private final List<ReservationRequest> insertions;
    private final List<Completion> completions;
    private final long start = System.nanoTime();
    private final Map<String, Grant> granted = new HashMap<>();
    private final Set<String> completed = new HashSet<>();

    /** Writes all in one transaction, and returns what became of each, in their order. */
    static List<WriteResult> write(List<RecordWrite> writes, Statements statements, StatementExecutor database) {
        RecordBatch batch = new RecordBatch(writes, statements);
        database.writeTogether(batch.parts());
        return writes.stream().map(batch::resultOf).toList();
    }

    private RecordBatch(List<RecordWrite> writes, Statements statements) {
        this.statements = statements;
        this.insertions = LockOrder.of(only(Insertion.class, writes), RecordWrite::id).stream()
                .map(Insertion::request)
                .toList();
        this.completions = LockOrder.of(only(Completion.class, writes), RecordWrite::id);
    }

    private static <T> List<T> only(Class<T> kind, List<RecordWrite> writes) {
        return writes.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        if (!insertions.isEmpty()) {
            parts.add(insertion());
        }
        if (!completions.isEmpty()) {
            parts.add(completion());
        }
        return parts;
    }

    private WriteResult resultOf(RecordWrite write) {
        return write instanceof Insertion
                ? WriteResult.of(Optional.ofNullable(granted.get(write.owner())))
                : new WriteResult(completed.contains(write.owner()), Optional.empty());
    }

    private Part insertion() {
        return new Part(statements.insertAll().bind().with(RecordParameters.requests(insertions)), this::granted);
    }

    /**
     * A row that was inserted before the statement had to wait for another one does not know of that wait, so all count
     * as having waited for as long as the statement took.
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
                statements
                        .completeAll()
                        .bind()
                        .with(RecordParameters.leases(completions, Completion::lease))
                        .with(RecordParameters.answers(completions, Completion::answer))
                        .set("count", completions.size()),
                row -> completed.add(row.getString("owner")));
    }

    /** The statements of a batch, made once for all batches. */
    record Statements(SqlStatement insertAll, SqlStatement completeAll) {

        Statements(SqlFragments fragments) {
            this(fragments.statement(INSERT_ALL), fragments.statement(COMPLETE_ALL));
        }
    }
}
