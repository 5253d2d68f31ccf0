package dev.idempotency.core.internal.guard;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.step.RunSteps;
import dev.idempotency.core.store.GrantReason;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.RecordEvent;
import dev.idempotency.core.store.RecordListener;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.core.store.StoreInterceptor;
import dev.idempotency.core.store.StoreOperation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Reservations behind the guard. Their runs are behind it as well: both pass their calls through the interceptors and then the
 * listeners.
 */
sealed class GuardedReservations implements Reservations permits GuardedStore {

    private final Reservations reservations;
    final Calls calls;

    GuardedReservations(Reservations reservations, Calls calls) {
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
        } else if (reservation instanceof Reservation.Granted granted && granted.reason() == GrantReason.RESUMED) {
            calls.tell(RecordEvent.RESUMED, 1);
        } else if ((reservation instanceof Reservation.OutcomeUnknown unknown && unknown.lapsedNow())
                || (reservation instanceof Reservation.EntityLocked locked && locked.lapsedNow())) {
            calls.tell(RecordEvent.LAPSED, 1);
        }
        return reservation;
    }

    /** A run whose endings pass the guard of the store that granted it. */
    private static final class GuardedRun implements GrantedRun {

        private final GrantedRun run;
        private final Calls calls;

        GuardedRun(GrantedRun run, Calls calls) {
            this.run = run;
            this.calls = calls;
        }

        @Override
        public Lease lease() {
            return run.lease();
        }

        @Override
        public Instant expiresAt() {
            return run.expiresAt();
        }

        @Override
        public boolean complete(RecordedAnswer answer, Work work) {
            return end(StoreOperation.COMPLETE, () -> run.complete(answer, work));
        }

        @Override
        public boolean fail(String error) {
            return end(StoreOperation.FAIL, () -> run.fail(error));
        }

        @Override
        public boolean markUnknown(String error) {
            return end(StoreOperation.MARK_UNKNOWN, () -> {
                boolean marked = run.markUnknown(error);
                calls.tell(RecordEvent.ENDED_UNKNOWN, marked ? 1 : 0);
                return marked;
            });
        }

        private boolean end(StoreOperation operation, BooleanSupplier ending) {
            return calls.make(operation, () -> {
                boolean ended = ending.getAsBoolean();
                calls.tell(RecordEvent.CAME_TOO_LATE, ended ? 0 : 1);
                return ended;
            });
        }

        @Override
        public boolean supplement(RecordedAnswer answer) {
            return calls.make(StoreOperation.SUPPLEMENT, () -> run.supplement(answer));
        }

        @Override
        public RunSteps steps() {
            return new GuardedSteps(run.steps(), calls);
        }

        @Override
        public String toString() {
            return run.toString();
        }
    }

    /** Passes each call of a store through the interceptors and then the listeners. */
    static final class Calls {

        private final List<StoreInterceptor> interceptors;
        private final List<RecordListener> listeners;

        Calls(List<StoreInterceptor> interceptors, List<RecordListener> listeners) {
            this.interceptors = interceptors;
            this.listeners = listeners;
        }

        <T> T make(StoreOperation operation, Supplier<T> call) {
            return from(0, operation, call);
        }

        private <T> T from(int index, StoreOperation operation, Supplier<T> call) {
            return index == interceptors.size()
                    ? call.get()
                    : interceptors.get(index).around(operation, () -> from(index + 1, operation, call));
        }

        /** Tells the listeners, if there is anything to tell. */
        void tell(RecordEvent event, int records) {
            if (records > 0) {
                listeners.forEach(listener -> listener.happened(event, records));
            }
        }
    }
}
