package dev.idempotency.core.internal.guard;

import dev.idempotency.core.store.GrantReason;
import dev.idempotency.core.store.RecordEvent;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.core.store.StoreOperation;
import java.util.Optional;

/** Reservations behind the guard, whose runs are behind it as well. */
sealed class GuardedReservations implements Reservations permits GuardedStore {

    private final Reservations reservations;
    final GuardedCalls calls;

    GuardedReservations(Reservations reservations, GuardedCalls calls) {
        this.reservations = reservations;
        this.calls = calls;
    }

    @Override
    public final Reservation reserve(ReservationRequest request) {
        Reservation reservation = calls.make(StoreOperation.RESERVE, () -> told(reservations.reserve(request)));
        return reservation instanceof Reservation.Granted granted
                ? new Reservation.Granted(new GuardedRun(granted.run(), calls), granted.reason())
                : reservation;
    }

    @Override
    public final Optional<Reservation> look(ReservationRequest request) {
        return calls.make(StoreOperation.LOOK, () -> reservations.look(request));
    }

    private Reservation told(Reservation reservation) {
        if (reservation instanceof Reservation.Granted granted && granted.reason() == GrantReason.AFTER_LOSS) {
            calls.tell(RecordEvent.TAKEN_OVER, 1);
        } else if (reservation instanceof Reservation.OutcomeUnknown unknown && unknown.lapsedNow()) {
            calls.tell(RecordEvent.LAPSED, 1);
        }
        return reservation;
    }
}
