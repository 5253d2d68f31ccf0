package dev.idempotency.core.store;

import dev.idempotency.core.store.RecordTable.Seen;
import java.time.Duration;
import java.util.Optional;

/**
 * Reserves a key, on any table that offers the atomic steps.
 *
 * <ol>
 *   <li>Insert the record, unless it is likely to exist. Inserted: the request runs.
 *   <li>It exists: read it, in a step of its own. Gone in between: start again.
 *   <li>Judge it. Mostly it can be answered as it stands, and nothing is written. It is the request's own, which an answer that was lost
 *       has told nobody: make sure of it.
 *   <li>It may run again: take it over, on condition that it is as it was read. Somebody was faster: start again.
 *   <li>Its holder is gone: make it unknown, on the same condition, and say so. Somebody was faster: start again.
 * </ol>
 *
 * After a few rounds that others won each time, the store counts as not reached. Nothing ever runs without a reservation.
 */
public final class Reserve {

    private static final int ROUNDS = 5;

    private final RecordTable table;

    public Reserve(RecordTable table) {
        this.table = table;
    }

    public Reservation reserve(ReservationRequest request) {
        for (int round = 0; round < ROUNDS; round++) {
            Optional<? extends Reservation> reservation = tryOnce(request);
            if (reservation.isPresent()) {
                return reservation.get();
            }
        }
        throw new StoreException.NotReached("The record changed " + ROUNDS + " times while it was being reserved");
    }

    /** Reads and judges only; empty where a reservation would have to write. */
    public Optional<Reservation> look(ReservationRequest request) {
        return table.read(request.id())
                .map(seen -> Verdict.on(seen.record(), request, seen.now()))
                .filter(Verdict.Answer.class::isInstance)
                .map(verdict -> ((Verdict.Answer) verdict).reservation())
                .filter(reservation -> !(reservation instanceof Reservation.Granted));
    }

    private Optional<? extends Reservation> tryOnce(ReservationRequest request) {
        Optional<Seen> found = table.mayExist(request.id()) ? table.read(request.id()) : Optional.empty();
        if (found.isEmpty()) {
            Optional<Reservation.Granted> inserted = table.insert(request);
            if (inserted.isPresent()) {
                return inserted;
            }
            found = table.read(request.id());
            if (found.isEmpty()) {
                return Optional.empty();
            }
        }
        Seen seen = found.get();
        Verdict verdict = Verdict.on(seen.record(), request, seen.now());
        if (verdict instanceof Verdict.Answer answer) {
            return answer.reservation() instanceof Reservation.Granted own
                    ? table.confirm(own)
                    : Optional.of(answer.reservation());
        }
        if (verdict instanceof Verdict.TakeOver) {
            return table.takeOver(request, seen.record()).map(granted -> granted.after(seen.record(), seen.now()));
        }
        return table.lapse(seen.record())
                ? Optional.of(new Reservation.OutcomeUnknown(Duration.ZERO, true))
                : Optional.empty();
    }
}
