package dev.idempotency.core.engine;

import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.core.outcome.OutcomePolicy;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedResponse;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.core.store.StoreException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run that has been granted, until its outcome is recorded. It ends exactly once, on whatever thread.
 *
 * <p>Recording an answer:
 *
 * <ol>
 *   <li>Write the outcome, under the lease. Silence: write it once more, which is harmless.
 *   <li>Written: the answer may go out.
 *   <li>Refused: somebody else has the record now. Whatever was done here no longer counts; the record answers, and if it has
 *       nothing to say yet, the caller must ask again.
 *   <li>The store failed: the work is done and cannot be undone. The record becomes unknown now, or when the lease runs out. If
 *       the lease surely lasts even then, nobody else can have run, and the answer goes out without having been kept. Once
 *       that is not sure any more, as in the third step; and so where the next request takes over from a lost one, as it
 *       would run again and answer something else.
 *   <li>The work was part of a transaction that was not committed, or nobody knows whether it was: the answer is void, and the
 *       caller must ask again.
 * </ol>
 */
public final class Run {

    private static final Logger log = LoggerFactory.getLogger(Run.class);

    private final Reservations reservations;
    private final OutcomePolicy policy;
    private final @Nullable LeaseKeeper keeper;
    private final IdempotencyEngine.Attempt attempt;
    private final Lease lease;
    private final HeldLease held;
    private final Instant expiresAt;
    private final AtomicBoolean ended = new AtomicBoolean();

    Run(
            Reservations reservations,
            OutcomePolicy policy,
            @Nullable LeaseKeeper keeper,
            IdempotencyEngine.Attempt attempt,
            Reservation.Granted granted) {
        this.reservations = reservations;
        this.policy = policy;
        this.keeper = keeper;
        this.attempt = attempt;
        this.lease = granted.lease();
        this.held = new HeldLease(lease, attempt.askedAtNanos());
        this.expiresAt = granted.expiresAt();
        if (keeper != null) {
            keeper.keep(held);
        }
    }

    /** Somebody else will say how the work ended. If nobody does, the lease must run out. */
    public void stopRenewing() {
        if (keeper != null) {
            keeper.letGo(held);
        }
    }

    /** The work ended with this answer, and counts. Tells what to answer. */
    public Answer answered(RecordedResponse response) {
        return answered(response, true);
    }

    /**
     * The work ended with this answer. Tells what to answer.
     *
     * @param workCounts whether what was done is kept with the answer, where it can still be undone
     */
    public Answer answered(RecordedResponse response, boolean workCounts) {
        endOnce();
        Outcome outcome = policy.ofStatus(response.status());
        Optional<Instant> keptUntil = outcome == Outcome.STORED ? Optional.of(expiresAt) : Optional.empty();
        try {
            boolean recorded = twiceIfLost(() -> record(outcome, response, workCounts));
            return recorded ? new Answer.Own(response, keptUntil) : fromRecord();
        } catch (StoreException.NotCommitted failure) {
            log.warn("The work of {} was not committed, or nobody knows; its answer is withheld", lease.id(), failure);
            return new Answer.LeaseLost();
        } catch (StoreException failure) {
            return unrecorded(response, failure);
        }
    }

    /** The work ended with this exception, which the caller throws on unchanged. */
    public void threw(Throwable thrown) {
        endOnce();
        String error = thrown.getClass().getSimpleName();
        try {
            boolean recorded = twiceIfLost(() -> policy.ofException(thrown) == Outcome.RETRYABLE
                    ? reservations.fail(lease, error)
                    : reservations.markUnknown(lease, error));
            if (!recorded) {
                log.warn("A run of {} failed after it had lost its lease", lease.id());
            }
        } catch (StoreException failure) {
            log.warn("The failure of {} could not be recorded; it becomes unknown", lease.id(), failure);
        }
    }

    /**
     * The whole of an answer that was recorded without its body, because the work had to be committed before the body was there.
     * If it cannot be added, nothing is lost but the replay: a retry is told that the answer was not kept.
     */
    public void supplement(RecordedResponse response) {
        try {
            if (!reservations.supplement(lease, response)) {
                log.warn("The body of the answer of {} came too late to be kept", lease.id());
            }
        } catch (StoreException failure) {
            log.warn("The body of the answer of {} could not be kept", lease.id(), failure);
        }
    }

    private boolean record(Outcome outcome, RecordedResponse response, boolean workCounts) {
        String error = "status_" + response.status();
        return switch (outcome) {
            case STORED ->
                workCounts ? reservations.complete(lease, response) : reservations.completeWithoutWork(lease, response);
            case RETRYABLE -> reservations.fail(lease, error);
            case UNKNOWN -> reservations.markUnknown(lease, error);
        };
    }

    private static boolean twiceIfLost(BooleanSupplier write) {
        try {
            return write.getAsBoolean();
        } catch (StoreException.AnswerLost lost) {
            return write.getAsBoolean();
        }
    }

    private Answer fromRecord() {
        log.warn("A run of {} ended after it had lost its lease; its answer is withheld", lease.id());
        try {
            return reservations
                    .look(attempt.request())
                    .filter(reservation -> !(reservation instanceof Reservation.Granted))
                    .<Answer>map(Answer.FromRecord::new)
                    .orElseGet(Answer.LeaseLost::new);
        } catch (StoreException failure) {
            return new Answer.LeaseLost();
        }
    }

    private Answer unrecorded(RecordedResponse response, StoreException failure) {
        boolean runsAgain = attempt.request().mayBeTakenOver();
        if (!runsAgain) {
            markUnknownIfPossible();
        }
        if (runsAgain || !held.isCertain()) {
            log.error("The answer of {} could not be recorded and is withheld", lease.id(), failure);
            return new Answer.LeaseLost();
        }
        log.error(
                "The answer of {} could not be recorded; it is delivered, the record becomes unknown",
                lease.id(),
                failure);
        return new Answer.Own(response, Optional.empty());
    }

    private void markUnknownIfPossible() {
        try {
            reservations.markUnknown(lease, "completion_failed");
        } catch (StoreException again) {
            log.debug("It becomes unknown when its lease runs out", again);
        }
    }

    private void endOnce() {
        if (!ended.compareAndSet(false, true)) {
            throw new IllegalStateException("This run has ended already");
        }
        stopRenewing();
    }
}
