package dev.idempotency.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.Entity;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.record.Records;
import dev.idempotency.core.record.RunHolder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the same record again and again, and lets nobody win unless told so. */
final class ScriptedTable implements RecordTable {

    final List<String> steps = new ArrayList<>();
    IdempotencyRecord found;
    IdempotencyRecord holder;
    GrantedRun granted;
    GrantedRun takenOver;
    Instant now = Records.NOW;
    boolean beaten;
    boolean lost;

    /** A run whose endings do not matter. */
    static GrantedRun run(long token) {
        return new LeasedRun(new NoRecords(), Records.lease(token), Records.NOW);
    }

    private static final class NoRecords implements LeasedRecords {

        @Override
        public boolean complete(Lease lease, RecordedAnswer answer) {
            return false;
        }

        @Override
        public boolean fail(Lease lease, String error) {
            return false;
        }

        @Override
        public boolean markUnknown(Lease lease, String error) {
            return false;
        }
    }

    @Override
    public Optional<GrantedRun> insert(ReservationRequest request) {
        steps.add("insert");
        return Optional.ofNullable(granted);
    }

    @Override
    public Optional<Seen> read(RecordId id) {
        steps.add("read");
        return Optional.ofNullable(found).map(record -> new Seen(record, now));
    }

    @Override
    public Optional<Seen> holderOf(Entity entity) {
        steps.add("holderOf");
        return Optional.ofNullable(holder).map(record -> new Seen(record, now));
    }

    @Override
    public boolean abandon(IdempotencyRecord seen) {
        steps.add("abandon");
        holder = null;
        return !beaten;
    }

    @Override
    public Optional<GrantedRun> takeOver(ReservationRequest request, IdempotencyRecord seen) {
        steps.add("takeOver");
        return Optional.ofNullable(takenOver);
    }

    @Override
    public Optional<GrantedRun> confirm(Lease own, Instant expiresAt) {
        steps.add("confirm");
        return lost ? Optional.empty() : Optional.of(run(own.token()));
    }

    @Override
    public boolean lapse(IdempotencyRecord seen) {
        steps.add("lapse");
        RunHolder hold = seen.hold();
        assertThat(hold.until()).isBeforeOrEqualTo(now);
        found = seen.outcomeUnknown("lease_expired", now);
        return !beaten;
    }
}
