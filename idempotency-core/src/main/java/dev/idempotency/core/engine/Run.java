package dev.idempotency.core.engine;

import dev.idempotency.core.outcome.Outcome;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.step.RunSteps;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
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
 * A run that has begun, until its outcome is recorded. The caller ends it exactly once, on any thread.
 *
 * <p>Recording an answer:
 *
 * <ol>
 *   <li>Write the outcome. If the store's reply is lost, write it once more; the second write changes nothing if the
 *       first one arrived.
 *   <li>If it is written, the answer may go out.
 *   <li>If the store refuses, another run has the record, or an operator or a reconciler has decided about this run.
 *       What was done here no longer counts: the record says what to answer, and if it cannot say that yet, the caller
 *       must ask again.
 *   <li>If the store fails, the work is done and cannot be undone. The record becomes unknown now, or when the lease
 *       runs out. If this node still certainly holds the lease, no other request can have run, and the answer goes out
 *       without having been kept. If it may have lost the lease, the third step applies. The third step also applies if
 *       the endpoint lets the next request take over a lost run, as that request would run and answer something else.
 *   <li>If the work was part of a transaction that was not, or may not have been, committed, the answer is void, and
 *       the caller must ask again.
 * </ol>
 */
public final class Run {

    private static final Logger log = LoggerFactory.getLogger(Run.class);

    private final Reservations reservations;
    private final @Nullable LeaseRenewer renewer;
    private final ReservationRequest request;
    private final GrantedRun granted;
    private final TrackedLease tracked;
    private final AtomicBoolean ended = new AtomicBoolean();

    /** @param askedAtNanos of {@link System#nanoTime}, before the store was asked for the run */
    Run(
            Reservations reservations,
            @Nullable LeaseRenewer renewer,
            ReservationRequest request,
            GrantedRun granted,
            long askedAtNanos) {
        this.reservations = reservations;
        this.renewer = renewer;
        this.request = request;
        this.granted = granted;
        this.tracked = new TrackedLease(granted.lease(), askedAtNanos);
        if (renewer != null) {
            renewer.keep(tracked);
        }
    }

    /** Names the run: record, token and owner. */
    public Lease lease() {
        return granted.lease();
    }

    /**
     * The steps of this run and of those that it goes on from. Calls whose answer was lost are made once more.
     *
     * @throws UnsupportedOperationException if the store keeps no steps for a run of this kind
     */
    public RunSteps steps() {
        return new RepeatedSteps(granted.steps());
    }

    /**
     * Stops the renewal of the lease, because another party will say how the run ended. If it never does, the lease
     * runs out.
     */
    public void stopRenewing() {
        if (renewer != null) {
            renewer.letGo(tracked);
        }
    }

    /** Records that the work ended with an answer. Returns what may be answered. */
    public RunResult finish(Ending ending) {
        endOnce();
        try {
            return twiceIfLost(() -> record(ending)) ? fresh(ending) : fromRecord();
        } catch (StoreException.NotCommitted failure) {
            log.warn(
                    "The transaction of {} was not committed, or may not have been; its answer is withheld and the client must ask again",
                    lease().id(),
                    failure);
            return new RunResult.Withheld();
        } catch (StoreException failure) {
            return unrecorded(ending.answer(), failure);
        }
    }

    /**
     * Records that the work ended with this exception, which the caller then throws unchanged.
     *
     * @param outcome what that means for the record; nothing can be stored, so anything but retryable is unknown
     */
    public void failed(Outcome outcome, Throwable thrown) {
        endOnce();
        String error = thrown.getClass().getSimpleName();
        try {
            boolean recorded =
                    twiceIfLost(() -> outcome == Outcome.RETRYABLE ? granted.fail(error) : granted.markUnknown(error));
            if (!recorded) {
                log.warn("A run of {} failed after it had lost its lease; its failure was not recorded", lease().id());
            }
        } catch (StoreException failure) {
            log.warn(
                    "The failure of {} could not be recorded; its outcome becomes unknown when its lease runs out",
                    lease().id(),
                    failure);
        }
    }

    /**
     * Adds the body to an answer that was recorded without one, because the work had to be committed before the body
     * was there. If that fails, only the replay is lost: a retry is told that the answer was not kept.
     */
    public void supplement(RecordedAnswer answer) {
        try {
            if (!granted.supplement(answer)) {
                log.warn(
                        "The body of the answer of {} came too late and was not kept; a retry will get no replay",
                        lease().id());
            }
        } catch (StoreException failure) {
            log.warn(
                    "The body of the answer of {} could not be stored; a retry will get no replay",
                    lease().id(),
                    failure);
        }
    }

    private boolean record(Ending ending) {
        return switch (ending.outcome()) {
            case STORED -> granted.complete(ending.answer(), ending.work());
            case RETRYABLE -> granted.fail(ending.reason());
            case UNKNOWN -> granted.markUnknown(ending.reason());
        };
    }

    private static boolean twiceIfLost(BooleanSupplier write) {
        try {
            return write.getAsBoolean();
        } catch (StoreException.AnswerLost lost) {
            return write.getAsBoolean();
        }
    }

    private RunResult fresh(Ending ending) {
        Optional<Instant> keptUntil =
                ending.outcome() == Outcome.STORED ? Optional.of(granted.expiresAt()) : Optional.empty();
        return new RunResult.Fresh(ending.answer(), keptUntil);
    }

    private RunResult fromRecord() {
        log.warn("A run of {} ended after it had lost its lease; its answer is withheld", lease().id());
        try {
            return reservations
                    .look(request)
                    .filter(reservation -> !(reservation instanceof Reservation.Granted))
                    .<RunResult>map(RunResult.Recorded::new)
                    .orElseGet(RunResult.Withheld::new);
        } catch (StoreException failure) {
            return new RunResult.Withheld();
        }
    }

    private RunResult unrecorded(RecordedAnswer answer, StoreException failure) {
        boolean runsAgain = request.mayBeTakenOver();
        if (!runsAgain) {
            markUnknownIfPossible();
        }
        if (runsAgain || !tracked.isCertain()) {
            log.error(
                    "The answer of {} could not be recorded, and its lease may be lost; the answer is withheld and the client must ask again",
                    lease().id(),
                    failure);
            return new RunResult.Withheld();
        }
        log.error(
                "The answer of {} could not be recorded; the client gets it, but the outcome becomes unknown and must be reconciled",
                lease().id(),
                failure);
        return new RunResult.Fresh(answer, Optional.empty());
    }

    private void markUnknownIfPossible() {
        try {
            granted.markUnknown("completion_failed");
        } catch (StoreException again) {
            log.debug(
                    "The outcome could not be marked unknown either; it becomes unknown when the lease runs out",
                    again);
        }
    }

    private void endOnce() {
        if (!ended.compareAndSet(false, true)) {
            throw new IllegalStateException("This run has already ended; a run is ended once");
        }
        stopRenewing();
    }
}
