package dev.idempotency.core.engine;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.core.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** A store behind a bad line: each call meets the next fault, if one is left. */
final class FaultyReservations implements Reservations {

    enum Fault {
        /** All is well. */
        NONE,
        /** The call does not reach the store. */
        NOT_REACHED,
        /** The call does not reach the store, which shows only after 300 ms. */
        NOT_REACHED_IN_TIME,
        /** The call is carried out, its answer is lost. */
        ANSWER_LOST,
        /** The call is lost on its way, and nobody can tell. */
        CALL_LOST
    }

    final List<String> calls = new ArrayList<>();
    final List<String> owners = new ArrayList<>();
    private final Map<Lease, GrantedRun> granted = new ConcurrentHashMap<>();
    private final Deque<Fault> faults = new ArrayDeque<>();
    private final Reservations store;

    FaultyReservations(Reservations store) {
        this.store = store;
    }

    void failNext(Fault... next) {
        faults.addAll(List.of(next));
    }

    @Override
    public Reservation reserve(ReservationRequest request) {
        owners.add(request.owner());
        return call("reserve", () -> {
            Reservation reservation = store.reserve(request);
            return reservation instanceof Reservation.Granted granted
                    ? new Reservation.Granted(new FaultyRun(granted.run()), granted.reason())
                    : reservation;
        });
    }

    @Override
    public Optional<Reservation> look(ReservationRequest request) {
        return call("look", () -> store.look(request));
    }

    /** The run of this lease as the store itself made it. */
    GrantedRun granted(Lease lease) {
        return granted.get(lease);
    }

    private final class FaultyRun implements GrantedRun {

        private final GrantedRun run;

        FaultyRun(GrantedRun run) {
            this.run = run;
            granted.put(run.lease(), run);
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
            return call("complete", () -> run.complete(answer, work));
        }

        @Override
        public boolean fail(String error) {
            return call("fail " + error, () -> run.fail(error));
        }

        @Override
        public boolean markUnknown(String error) {
            return call("markUnknown " + error, () -> run.markUnknown(error));
        }

        @Override
        public boolean supplement(RecordedAnswer answer) {
            return call("supplement", () -> run.supplement(answer));
        }
    }

    private <T> T call(String name, Supplier<T> call) {
        calls.add(name);
        Fault fault = faults.poll();
        if (fault == Fault.NOT_REACHED_IN_TIME) {
            letTimePass();
        }
        if (fault == Fault.NOT_REACHED || fault == Fault.NOT_REACHED_IN_TIME) {
            throw new StoreException.NotApplied("planted");
        }
        if (fault == Fault.CALL_LOST) {
            throw new StoreException.AnswerLost("planted", new IllegalStateException("planted"));
        }
        T answer = call.get();
        if (fault == Fault.ANSWER_LOST) {
            throw new StoreException.AnswerLost("planted", new IllegalStateException("planted"));
        }
        return answer;
    }

    private static void letTimePass() {
        long end = System.nanoTime() + Duration.ofMillis(300).toNanos();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }
}
