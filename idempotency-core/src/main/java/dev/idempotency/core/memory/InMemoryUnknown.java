package dev.idempotency.core.memory;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.ReconcileSchedule;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordSummary;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.IdempotencyStore.Unresolved;
import dev.idempotency.core.store.Resolution;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The unknown records of a table, and how they are decided. */
final class InMemoryUnknown {

    private static final Comparator<RecordId> BY_NAME = Comparator.<RecordId, String>comparing(
                    id -> id.scope().value())
            .thenComparing(id -> id.key().value());

    private final InMemoryTable table;
    private final Clock clock;

    InMemoryUnknown(InMemoryTable table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    List<IdempotencyRecord> claim(int limit, Duration claim) {
        Instant now = clock.instant();
        return table.all()
                .filter(record ->
                        nextAttempt(record).filter(next -> !next.isAfter(now)).isPresent())
                .sorted(Comparator.comparing(record -> nextAttempt(record).orElseThrow()))
                .filter(record -> table.replace(record.id(), record::equals, due -> putOff(due, now.plus(claim))))
                .limit(limit)
                .toList();
    }

    private static IdempotencyRecord putOff(IdempotencyRecord record, Instant next) {
        int attempts = Objects.requireNonNull(record.reconciliation()).attempts();
        return record.askedAfterAgain(new ReconcileSchedule(attempts, next));
    }

    private static Optional<Instant> nextAttempt(IdempotencyRecord record) {
        return Optional.ofNullable(record.reconciliation()).flatMap(due -> Optional.ofNullable(due.next()));
    }

    List<RecordSummary> list(Unresolved which, Optional<RecordId> after, int limit) {
        return table.all()
                .filter(record -> record.state() == State.UNKNOWN)
                .filter(record -> nextAttempt(record).isEmpty() == (which == Unresolved.DEAD_LETTER))
                .filter(record -> after.isEmpty() || BY_NAME.compare(record.id(), after.get()) > 0)
                .sorted(Comparator.comparing(IdempotencyRecord::id, BY_NAME))
                .limit(limit)
                .map(RecordSummary::of)
                .toList();
    }

    boolean resolve(RecordId id, long token, Resolution resolution) {
        Objects.requireNonNull(resolution, "resolution");
        return table.replace(
                id,
                record -> record.state() == State.UNKNOWN && record.hold().token() == token,
                record -> resolved(record, resolution));
    }

    private IdempotencyRecord resolved(IdempotencyRecord record, Resolution resolution) {
        Instant now = clock.instant();
        return resolution.match(new Resolution.Cases<>() {

            @Override
            public IdempotencyRecord completed(Resolution.Completed completed) {
                return record.completed(
                        completed.response(), record.lifetime().finishedLate(now, completed.retention()));
            }

            @Override
            public IdempotencyRecord notExecuted(Resolution.NotExecuted notExecuted) {
                return record.failed("not_executed", record.lifetime().finishedLate(now, notExecuted.retention()));
            }

            @Override
            public IdempotencyRecord stillUnknown(Resolution.StillUnknown stillUnknown) {
                return record.stillUnknown(
                        stillUnknown.askAgainAfter().map(now::plus).orElse(null));
            }

            @Override
            public IdempotencyRecord requeued(Resolution.Requeued requeued) {
                return record.askedAfterAgain(ReconcileSchedule.dueAt(now));
            }
        });
    }
}
