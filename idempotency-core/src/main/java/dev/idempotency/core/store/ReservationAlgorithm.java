package dev.idempotency.core.store;

import dev.idempotency.core.record.Entity;
import dev.idempotency.core.store.RecordTable.Seen;
import java.time.Duration;
import java.util.Optional;

/**
 * Reserves a key, on any table that offers the atomic steps.
 *
 * <ol>
 *   <li>Insert the record, unless it probably exists. If it was inserted, the request runs.
 *   <li>If it exists, read it, in a step of its own. If it is gone in between, start again.
 *   <li>Assess it. In most cases the record answers the request, and nothing is written. If the record is the request's
 *       own, because the reply to its reservation was lost, confirm it.
 *   <li>If it may run again, take it over, on condition that it is as it was read. If another request was faster, start again.
 *   <li>If there is no record of the key, but the request's entity is held, the {@linkplain EntityHolders holder} answers, or is
 *       ended so that this request starts again. If nobody is seen to hold it the second time, a transaction does, or did until
 *       now: the client asks again.
 *   <li>If its lease has run out, make it unknown, on the same condition, and answer that. If another request was
 *       faster, start again.
 * </ol>
 *
 * After a few rounds in which another request was faster, it gives up by {@link StoreException.NotApplied}. Nothing
 * ever runs without a reservation.
 */
public final class ReservationAlgorithm {

    private static final int ROUNDS = 5;

    private final RecordTable table;
    private final EntityHolders holders;

    public ReservationAlgorithm(RecordTable table) {
        this.table = table;
        this.holders = new EntityHolders(table);
    }

    public Reservation reserve(ReservationRequest request) {
        for (int round = 0; round < ROUNDS; round++) {
            Optional<? extends Reservation> reservation = tryOnce(request, round);
            if (reservation.isPresent()) {
                return reservation.get();
            }
        }
        throw new StoreException.NotApplied("The record changed " + ROUNDS + " times while it was being reserved");
    }

    /** Reads and assesses only; empty where a reservation would have to write. */
    public Optional<Reservation> look(ReservationRequest request) {
        return table.read(request.id())
                .map(seen -> RecordAssessment.of(seen.record(), request, seen.now()))
                .flatMap(assessment -> assessment.match(new AnsweredOnly()));
    }

    private Optional<? extends Reservation> tryOnce(ReservationRequest request, int round) {
        Optional<Seen> found = table.mayExist(request.id()) ? table.read(request.id()) : Optional.empty();
        if (found.isEmpty()) {
            Optional<GrantedRun> inserted = table.insert(request);
            if (inserted.isPresent()) {
                return inserted.map(run -> new Reservation.Granted(run, GrantReason.FIRST));
            }
            found = table.read(request.id());
        }
        if (found.isEmpty()) {
            return ofEntity(request, round);
        }
        Seen seen = found.get();
        return RecordAssessment.of(seen.record(), request, seen.now()).match(new NextStep(request, seen, round));
    }

    /** The record was not made or taken over, perhaps because of the entity. Empty to start again. */
    private Optional<Reservation> ofEntity(ReservationRequest request, int round) {
        Optional<Reservation> held = ofHolder(request);
        boolean mayBeInTransaction = held.isEmpty() && request.entity() != null && round > 0;
        return mayBeInTransaction ? Optional.of(new Reservation.EntityLocked(EntityHolders.ASK_AGAIN_AFTER)) : held;
    }

    /** What another record that is seen to hold the entity means for the request; empty if there is none, or not any more. */
    private Optional<Reservation> ofHolder(ReservationRequest request) {
        Entity entity = request.entity();
        return entity == null
                ? Optional.empty()
                : table.holderOf(entity)
                        .filter(holder -> !holder.record().id().equals(request.id()))
                        .flatMap(holder -> holders.answer(holder, request));
    }

    /** What the assessment of an existing record leads to. Empty when another request was faster. */
    private final class NextStep implements RecordAssessment.Cases<Optional<? extends Reservation>> {

        private final ReservationRequest request;
        private final Seen seen;
        private final int round;

        NextStep(ReservationRequest request, Seen seen, int round) {
            this.request = request;
            this.seen = seen;
            this.round = round;
        }

        @Override
        public Optional<? extends Reservation> answered(RecordAssessment.Answered answered) {
            return Optional.of(answered.reservation());
        }

        @Override
        public Optional<? extends Reservation> own(RecordAssessment.Own own) {
            return table.confirm(own.lease(), own.expiresAt())
                    .map(run -> new Reservation.Granted(run, GrantReason.FIRST));
        }

        @Override
        public Optional<? extends Reservation> mayRun(RecordAssessment.MayRun mayRun) {
            Optional<Reservation> held = ofHolder(request);
            if (held.isPresent()) {
                return held;
            }
            Optional<? extends Reservation> taken = table.takeOver(request, seen.record())
                    .map(run -> new Reservation.Granted(
                            run, GrantReason.after(seen.record(), seen.now(), request.onLapsedLease())));
            return taken.isPresent() ? taken : ofEntity(request, round);
        }

        @Override
        public Optional<? extends Reservation> lapsed(RecordAssessment.Lapsed lapsed) {
            return table.lapse(seen.record())
                    ? Optional.of(new Reservation.OutcomeUnknown(Duration.ZERO, true))
                    : Optional.empty();
        }
    }

    /** The answer of a record as it stands; empty where a reservation would have to write. */
    private static final class AnsweredOnly implements RecordAssessment.Cases<Optional<Reservation>> {

        @Override
        public Optional<Reservation> answered(RecordAssessment.Answered answered) {
            return Optional.of(answered.reservation());
        }

        @Override
        public Optional<Reservation> own(RecordAssessment.Own own) {
            return Optional.empty();
        }

        @Override
        public Optional<Reservation> mayRun(RecordAssessment.MayRun mayRun) {
            return Optional.empty();
        }

        @Override
        public Optional<Reservation> lapsed(RecordAssessment.Lapsed lapsed) {
            return Optional.empty();
        }
    }
}
