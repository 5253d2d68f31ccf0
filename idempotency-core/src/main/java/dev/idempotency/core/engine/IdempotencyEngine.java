package dev.idempotency.core.engine;

import dev.idempotency.core.outcome.OutcomePolicy;
import dev.idempotency.core.record.RecordedResponse;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Reservations;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes a request along its way, for any caller.
 *
 * <ol>
 *   <li>Reserve the key. Where an earlier request with it still runs, wait for that one if asked to.
 *   <li>Not granted: answer from the record. Nothing runs.
 *   <li>Granted: run the action.
 *   <li>Classify its answer or exception.
 *   <li>Record the outcome under the lease.
 *   <li>Answer, and only now.
 * </ol>
 *
 * {@link #execute} does all of it; a caller whose work ends on another thread takes {@link #reserve} and {@link #start} and
 * ends the {@link Run} when it is over.
 */
public final class IdempotencyEngine {

    private final Reservations reservations;
    private final OutcomePolicy policy;
    private final @Nullable LeaseKeeper keeper;

    /** For leases that nobody renews: a run must end within its lease. */
    public IdempotencyEngine(Reservations reservations, OutcomePolicy policy) {
        this(reservations, policy, null);
    }

    /**
     * @param keeper renews the leases of all runs until they end; null where there is nothing to renew
     */
    public IdempotencyEngine(Reservations reservations, OutcomePolicy policy, @Nullable LeaseKeeper keeper) {
        this.reservations = reservations;
        this.policy = policy;
        this.keeper = keeper;
    }

    /** Runs the action at most once for the key. What the action throws is recorded and thrown on unchanged. */
    public Answer execute(ReservationRequest request, Waiting waiting, Action action) throws Exception {
        Attempt attempt = reserve(request, waiting);
        if (!(attempt.reservation() instanceof Reservation.Granted granted)) {
            return new Answer.FromRecord(attempt.reservation());
        }
        Run run = start(attempt, granted);
        RecordedResponse response;
        try {
            response = action.run(granted.lease());
        } catch (Throwable thrown) {
            run.threw(thrown);
            throw thrown;
        }
        return run.answered(response);
    }

    /** Steps 1 and 2. */
    public Attempt reserve(ReservationRequest request, Waiting waiting) {
        Waiting.Rounds rounds = waiting.start();
        Attempt attempt = reserveNow(request);
        while (attempt.reservation() instanceof Reservation.InProgress && rounds.pause()) {
            Optional<Reservation> seen = reservations.look(request);
            attempt = seen.isPresent() ? attempt.nowSeen(seen.get()) : reserveNow(request);
        }
        return attempt;
    }

    /** Step 3, for work that ends on another thread or by another way than a return. */
    public Run start(Attempt attempt, Reservation.Granted granted) {
        return new Run(reservations, policy, keeper, attempt, granted);
    }

    private Attempt reserveNow(ReservationRequest request) {
        long askedAt = System.nanoTime();
        return new Attempt(request, reservations.reserve(request), askedAt);
    }

    /**
     * A request, what became of its reservation, and when that was asked for.
     *
     * @param askedAtNanos of {@link System#nanoTime}; the lease lasts at least its length from here
     */
    public record Attempt(ReservationRequest request, Reservation reservation, long askedAtNanos) {

        Attempt nowSeen(Reservation seen) {
            return new Attempt(request, seen, askedAtNanos);
        }
    }
}
