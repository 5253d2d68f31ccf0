package dev.idempotency.core.engine;

import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.core.store.StoreException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Begins runs, for any caller: one object for each way to run of an application.
 *
 * <ol>
 *   <li>{@link #begin} reserves the key. If an earlier request with the key still runs and the caller wants to wait, it
 *       waits for that request.
 *   <li>If the run is not granted, the record says what to answer, and nothing runs.
 *   <li>If the run is granted, the caller does its work, on any thread, and decides what the end of the work means.
 *   <li>{@link Run#finish} or {@link Run#failed} records that decision and returns what the caller may answer. The
 *       caller answers only now.
 * </ol>
 *
 * If the store's reply to a reservation is lost, the store may have made the reservation. The engine asks once more
 * under the same owner, and the store recognises the reservation of that owner.
 */
public final class IdempotencyEngine {

    private final Reservations reservations;
    private final @Nullable LeaseRenewer renewer;
    private final String node = UUID.randomUUID().toString();
    private final AtomicLong attempts = new AtomicLong();

    /** For runs that hold nothing that needs to be renewed. */
    public IdempotencyEngine(Reservations reservations) {
        this(reservations, null);
    }

    /**
     * @param renewer renews the leases of all runs until they end; null where there is nothing to renew
     */
    public IdempotencyEngine(Reservations reservations, @Nullable LeaseRenewer renewer) {
        this.reservations = reservations;
        this.renewer = renewer;
    }

    /** Begins a run, unless another run of the key has finished, is running or has an unknown outcome. */
    public Beginning begin(RunRequest wanted) {
        ReservationRequest request = wanted.by(node + ':' + attempts.incrementAndGet());
        try {
            return begin(request, wanted.waiting());
        } catch (StoreException.AnswerLost lost) {
            return begin(request, wanted.waiting());
        }
    }

    private static boolean isWorthWaiting(Reservation reservation) {
        return reservation instanceof Reservation.InProgress || reservation instanceof Reservation.EntityLocked;
    }

    private Beginning begin(ReservationRequest request, Waiting waiting) {
        long askedAt = System.nanoTime();
        Reservation reservation = reservations.reserve(request);
        if (isWorthWaiting(reservation)) {
            PollBackoff backoff = new PollBackoff(waiting, askedAt);
            while (isWorthWaiting(reservation) && backoff.pause()) {
                Optional<Reservation> seen = reservations.look(request);
                if (seen.isPresent()) {
                    reservation = seen.get();
                } else {
                    askedAt = System.nanoTime();
                    reservation = reservations.reserve(request);
                }
            }
        }
        return reservation instanceof Reservation.Granted granted
                ? new Beginning.Begun(new Run(reservations, renewer, request, granted.run(), askedAt), granted.reason())
                : new Beginning.Answered(reservation);
    }
}
