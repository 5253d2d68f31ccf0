package dev.idempotency.core.store;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordFacts;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedResponse;
import dev.idempotency.core.scope.Scope;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A store that tells what becomes of its records. What it tells it knows from the answers it passes on: it asks nothing more.
 * A change of which no answer came back is not told.
 */
public final class ReportingStore implements IdempotencyStore {

    private final IdempotencyStore store;
    private final RecordListener listener;

    public ReportingStore(IdempotencyStore store, RecordListener listener) {
        this.store = store;
        this.listener = listener;
    }

    @Override
    public Reservation reserve(ReservationRequest request) {
        Reservation reservation = store.reserve(request);
        if (reservation instanceof Reservation.Granted granted && granted.start() == Reservation.Start.AFTER_LOSS) {
            tell(RecordEvent.TAKEN_OVER, 1);
        } else if (reservation instanceof Reservation.OutcomeUnknown unknown && unknown.lapsedNow()) {
            tell(RecordEvent.LAPSED, 1);
        }
        return reservation;
    }

    @Override
    public boolean complete(Lease lease, RecordedResponse response) {
        return inTime(store.complete(lease, response));
    }

    @Override
    public boolean completeWithoutWork(Lease lease, RecordedResponse response) {
        return inTime(store.completeWithoutWork(lease, response));
    }

    @Override
    public boolean fail(Lease lease, String error) {
        return inTime(store.fail(lease, error));
    }

    @Override
    public boolean markUnknown(Lease lease, String error) {
        boolean marked = inTime(store.markUnknown(lease, error));
        tell(RecordEvent.ENDED_UNKNOWN, marked ? 1 : 0);
        return marked;
    }

    @Override
    public boolean resolve(RecordId id, long token, Resolution resolution, Optional<Decision> decision) {
        boolean resolved = store.resolve(id, token, resolution, decision);
        if (resolved) {
            eventOf(resolution).ifPresent(event -> tell(event, 1));
        }
        return resolved;
    }

    private static Optional<RecordEvent> eventOf(Resolution resolution) {
        if (resolution instanceof Resolution.Completed) {
            return Optional.of(RecordEvent.FOUND_EXECUTED);
        }
        if (resolution instanceof Resolution.NotExecuted) {
            return Optional.of(RecordEvent.FOUND_NOT_EXECUTED);
        }
        if (resolution instanceof Resolution.StillUnknown still) {
            return still.askAgainAfter().isPresent() ? Optional.empty() : Optional.of(RecordEvent.GIVEN_UP);
        }
        return Optional.of(RecordEvent.REQUEUED);
    }

    @Override
    public int sweep(Duration lookBack, int limit) {
        return tell(RecordEvent.LAPSED, store.sweep(lookBack, limit));
    }

    @Override
    public int reap(Reaping reaping, int limit) {
        return tell(RecordEvent.REAPED, store.reap(reaping, limit));
    }

    private boolean inTime(boolean ended) {
        tell(RecordEvent.CAME_TOO_LATE, ended ? 0 : 1);
        return ended;
    }

    private int tell(RecordEvent event, int records) {
        if (records > 0) {
            listener.happened(event, records);
        }
        return records;
    }

    @Override
    public Optional<Reservation> look(ReservationRequest request) {
        return store.look(request);
    }

    @Override
    public boolean supplement(Lease lease, RecordedResponse response) {
        return store.supplement(lease, response);
    }

    @Override
    public Set<Lease> renew(Collection<Lease> leases) {
        return store.renew(leases);
    }

    @Override
    public Optional<IdempotencyRecord> find(RecordId id) {
        return store.find(id);
    }

    @Override
    public List<IdempotencyRecord> claimUnknown(int limit, Duration claim) {
        return store.claimUnknown(limit, claim);
    }

    @Override
    public List<RecordFacts> listUnknown(Unresolved which, Optional<RecordId> after, int limit) {
        return store.listUnknown(which, after, limit);
    }

    @Override
    public int countUnknown(Unresolved which, int atMost) {
        return store.countUnknown(which, atMost);
    }

    @Override
    public Eviction evict(RecordId id, Decision decision) {
        return store.evict(id, decision);
    }

    @Override
    public int evictAll(Scope scope, Decision decision) {
        return store.evictAll(scope, decision);
    }

    @Override
    public List<Decided> decisions(Scope scope, int limit) {
        return store.decisions(scope, limit);
    }
}
