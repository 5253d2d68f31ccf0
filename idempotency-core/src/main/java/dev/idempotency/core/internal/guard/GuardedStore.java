package dev.idempotency.core.internal.guard;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordSummary;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.DecisionLogEntry;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.OperatorDecision;
import dev.idempotency.core.store.RecordEvent;
import dev.idempotency.core.store.Resolution;
import dev.idempotency.core.store.StoreOperation;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A store behind the guard. */
final class GuardedStore extends GuardedReservations implements IdempotencyStore {

    private static final Resolution.Cases<Optional<RecordEvent>> EVENTS = new Resolution.Cases<>() {

        @Override
        public Optional<RecordEvent> completed(Resolution.Completed completed) {
            return Optional.of(RecordEvent.FOUND_EXECUTED);
        }

        @Override
        public Optional<RecordEvent> notExecuted(Resolution.NotExecuted notExecuted) {
            return Optional.of(RecordEvent.FOUND_NOT_EXECUTED);
        }

        @Override
        public Optional<RecordEvent> stillUnknown(Resolution.StillUnknown stillUnknown) {
            return stillUnknown.askAgainAfter().isPresent() ? Optional.empty() : Optional.of(RecordEvent.GIVEN_UP);
        }

        @Override
        public Optional<RecordEvent> requeued(Resolution.Requeued requeued) {
            return Optional.of(RecordEvent.REQUEUED);
        }
    };

    private final IdempotencyStore store;

    GuardedStore(IdempotencyStore store, Calls calls) {
        super(store, calls);
        this.store = store;
    }

    @Override
    public Set<Lease> renew(Collection<Lease> leases) {
        return calls.make(StoreOperation.RENEW, () -> store.renew(leases));
    }

    @Override
    public Optional<IdempotencyRecord> find(RecordId id) {
        return calls.make(StoreOperation.FIND, () -> store.find(id));
    }

    @Override
    public List<IdempotencyRecord> claimUnknown(int limit, Duration claim) {
        return calls.make(StoreOperation.CLAIM_UNKNOWN, () -> store.claimUnknown(limit, claim));
    }

    @Override
    public List<RecordSummary> listUnknown(Unresolved which, Optional<RecordId> after, int limit) {
        return calls.make(StoreOperation.LIST_UNKNOWN, () -> store.listUnknown(which, after, limit));
    }

    @Override
    public int countUnknown(Unresolved which, int atMost) {
        return calls.make(StoreOperation.COUNT_UNKNOWN, () -> store.countUnknown(which, atMost));
    }

    @Override
    public boolean resolve(RecordId id, long token, Resolution resolution, Optional<OperatorDecision> decision) {
        return calls.make(StoreOperation.RESOLVE, () -> {
            boolean resolved = store.resolve(id, token, resolution, decision);
            if (resolved) {
                resolution.match(EVENTS).ifPresent(event -> calls.tell(event, 1));
            }
            return resolved;
        });
    }

    @Override
    public Eviction evict(RecordId id, OperatorDecision decision) {
        return calls.make(StoreOperation.EVICT, () -> store.evict(id, decision));
    }

    @Override
    public int evictAll(Scope scope, OperatorDecision decision) {
        return calls.make(StoreOperation.EVICT_ALL, () -> store.evictAll(scope, decision));
    }

    @Override
    public List<DecisionLogEntry> decisions(Scope scope, int limit) {
        return calls.make(StoreOperation.DECISIONS, () -> store.decisions(scope, limit));
    }

    @Override
    public int sweep(Duration lookBack, int limit) {
        return calls.make(StoreOperation.SWEEP, () -> told(RecordEvent.LAPSED, store.sweep(lookBack, limit)));
    }

    @Override
    public int sweepAbandoned(Duration after, Duration lookBack, int limit) {
        return calls.make(
                StoreOperation.SWEEP_ABANDONED,
                () -> told(RecordEvent.ABANDONED, store.sweepAbandoned(after, lookBack, limit)));
    }

    @Override
    public int reap(Reaping reaping, int limit) {
        return calls.make(StoreOperation.REAP, () -> told(RecordEvent.REAPED, store.reap(reaping, limit)));
    }

    private int told(RecordEvent event, int records) {
        calls.tell(event, records);
        return records;
    }
}
