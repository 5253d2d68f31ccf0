package dev.idempotency.core.engine;

import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Reservations;
import java.util.Optional;

/** Tells when somebody looks, which shows that a request is waiting. */
record LookListener(Reservations store, Runnable onLook) implements Reservations {

    @Override
    public Reservation reserve(ReservationRequest request) {
        return store.reserve(request);
    }

    @Override
    public Optional<Reservation> look(ReservationRequest request) {
        Optional<Reservation> seen = store.look(request);
        onLook.run();
        return seen;
    }
}
