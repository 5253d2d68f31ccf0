package dev.idempotency.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.Hold;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.Records;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the same record again and again, and lets nobody win unless told so. */
final class ScriptedTable implements RecordTable {

    final List<String> steps = new ArrayList<>();
    IdempotencyRecord found;
    Reservation.Granted granted;
    Reservation.Granted takenOver;
    Instant now = Records.NOW;
    boolean beaten;
    boolean lost;

    @Override
    public Optional<Reservation.Granted> insert(ReservationRequest request) {
        steps.add("insert");
        return Optional.ofNullable(granted);
    }

    @Override
    public Optional<Seen> read(RecordId id) {
        steps.add("read");
        return Optional.ofNullable(found).map(record -> new Seen(record, now));
    }

    @Override
    public Optional<Reservation.Granted> takeOver(ReservationRequest request, IdempotencyRecord seen) {
        steps.add("takeOver");
        return Optional.ofNullable(takenOver);
    }

    @Override
    public Optional<Reservation.Granted> confirm(Reservation.Granted own) {
        steps.add("confirm");
        return lost ? Optional.empty() : Optional.of(own);
    }

    @Override
    public boolean lapse(IdempotencyRecord seen) {
        steps.add("lapse");
        Hold hold = seen.hold();
        assertThat(hold.until()).isBeforeOrEqualTo(now);
        found = seen.outcomeUnknown("lease_expired", now);
        return !beaten;
    }
}
