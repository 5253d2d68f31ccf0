package dev.idempotency.jdbc.internal.step;

import dev.idempotency.core.atrest.UnreadableResponseException;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.step.RecordedStep;
import dev.idempotency.core.step.RunSteps;
import dev.idempotency.core.step.StepKind;
import dev.idempotency.core.step.StepState;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.jdbc.internal.driver.BoundStatement;
import dev.idempotency.jdbc.internal.driver.Micros;
import dev.idempotency.jdbc.internal.driver.SqlErrorClassifier;
import dev.idempotency.jdbc.internal.driver.SqlStatement;
import dev.idempotency.jdbc.internal.record.RecordParameters;
import dev.idempotency.jdbc.internal.transaction.HandlerConnection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The steps of one run, as rows. */
final class StepsOfRun implements RunSteps {

    private final StepTable table;
    private final Lease lease;
    /** As long as nothing was written, the first question needs no statement. */
    private final AtomicBoolean none;

    StepsOfRun(StepTable table, Lease lease, boolean isNew) {
        this.table = table;
        this.lease = lease;
        this.none = new AtomicBoolean(isNew);
    }

    @Override
    public List<RecordedStep> recorded() {
        return none.get()
                ? List.of()
                : table.database()
                        .read(table.read().bind().with(RecordParameters.of(lease)), (row, number) -> recorded(row));
    }

    private RecordedStep recorded(ResultSet row) throws SQLException {
        String step = row.getString("step");
        return new RecordedStep(
                step,
                StepKind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT)),
                StepState.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
                row.getString("external_id"),
                result(row, step));
    }

    private byte @Nullable [] result(ResultSet row, String step) throws SQLException {
        byte[] stored = row.getBytes("result");
        if (stored == null) {
            return null;
        }
        try {
            return table.protection()
                    .readStep(lease, row.getLong("token"), step, row.getInt("content_version"), stored);
        } catch (UnreadableResponseException e) {
            throw new StoreException.NotApplied("The result of a step cannot be decoded", e);
        }
    }

    @Override
    public boolean finishLocal(String step, int position, byte[] result) {
        none.set(false);
        BoundStatement statement = of(table.finishLocal(), step)
                .set("position", position)
                .set("version", table.protection().stepVersion())
                .set("result", table.protection().storedStep(lease, step, result));
        HandlerConnection transaction = table.transaction();
        transaction.watchCommit();
        try {
            return transaction.execute(statement, PreparedStatement::executeUpdate) == 1;
        } catch (SQLException failure) {
            if (SqlErrorClassifier.isUniqueViolation(failure)) {
                return false;
            }
            if (SqlErrorClassifier.isConflict(failure)) {
                throw SqlErrorClassifier.ofConflict(failure);
            }
            throw SqlErrorClassifier.ofTransaction(failure);
        }
    }

    /** It was undone with the transaction. */
    @Override
    public void undoLocal(String step) {}

    @Override
    public boolean start(String step, int position, Duration repeatable) {
        none.set(false);
        return table.database()
                        .write(of(table.start(), step)
                                .set("position", position)
                                .set("repeatable", Micros.of(repeatable)))
                > 0;
    }

    @Override
    public boolean finish(String step, Optional<String> externalId, Optional<byte[]> result) {
        return table.database()
                        .write(of(table.finish(), step)
                                .set("external_id", externalId.orElse(null))
                                .set("version", table.protection().stepVersion())
                                .set(
                                        "result",
                                        result.map(kept -> table.protection().storedStep(lease, step, kept))
                                                .orElse(null)))
                > 0;
    }

    @Override
    public void cancel(String step) {
        table.database().write(of(table.cancel(), step));
    }

    private BoundStatement of(SqlStatement statement, String step) {
        return statement.bind().with(RecordParameters.of(lease)).set("step", step);
    }
}
