package dev.idempotency.core.memory;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.LeasedRecords;
import java.time.Clock;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Ends runs, each on condition that its lease is held. */
final class InMemoryLeases implements LeasedRecords {

    private final InMemoryTable table;
    private final Clock clock;

    InMemoryLeases(InMemoryTable table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    @Override
    public boolean complete(Lease lease, RecordedAnswer answer) {
        return end(
                lease,
                State.COMPLETED,
                held -> held.completed(answer, held.lifetime().finishedAt(clock.instant())));
    }

    @Override
    public boolean fail(Lease lease, String error) {
        return end(
                lease,
                State.FAILED_RETRYABLE,
                held -> held.failed(error, held.lifetime().finishedAt(clock.instant())));
    }

    @Override
    public boolean markUnknown(Lease lease, String error) {
        return end(lease, State.UNKNOWN, held -> held.outcomeUnknown(error, clock.instant()));
    }

    private boolean end(Lease lease, State to, UnaryOperator<IdempotencyRecord> change) {
        Optional<IdempotencyRecord> now =
                table.update(lease.id(), record -> record.isHeldBy(lease) ? change.apply(record) : record);
        return now.filter(record -> record.endedBy(lease, to)).isPresent();
    }
}
