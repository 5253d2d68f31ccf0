package dev.idempotency.core.store;

import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordFacts;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A store with an interceptor around each call. */
public final class InterceptedStore extends InterceptedReservations implements IdempotencyStore {

    private final IdempotencyStore store;

    private InterceptedStore(IdempotencyStore store, StoreInterceptor interceptor) {
        super(store, interceptor);
        this.store = store;
    }

    /** The store with all interceptors around it, the first one outermost; without any, the store itself. */
    public static IdempotencyStore of(IdempotencyStore store, List<StoreInterceptor> interceptors) {
        IdempotencyStore intercepted = store;
        for (int i = interceptors.size() - 1; i >= 0; i--) {
            intercepted = new InterceptedStore(intercepted, interceptors.get(i));
        }
        return intercepted;
    }

    @Override
    public Set<Lease> renew(Collection<Lease> leases) {
        return around(StoreOperation.RENEW, () -> store.renew(leases));
    }

    @Override
    public Optional<IdempotencyRecord> find(RecordId id) {
        return around(StoreOperation.FIND, () -> store.find(id));
    }

    @Override
    public List<IdempotencyRecord> claimUnknown(int limit, Duration claim) {
        return around(StoreOperation.CLAIM_UNKNOWN, () -> store.claimUnknown(limit, claim));
    }

    @Override
    public List<RecordFacts> listUnknown(Unresolved which, Optional<RecordId> after, int limit) {
        return around(StoreOperation.LIST_UNKNOWN, () -> store.listUnknown(which, after, limit));
    }

    @Override
    public int countUnknown(Unresolved which, int atMost) {
        return around(StoreOperation.COUNT_UNKNOWN, () -> store.countUnknown(which, atMost));
    }

    @Override
    public boolean resolve(RecordId id, long token, Resolution resolution, Optional<Decision> decision) {
        return around(StoreOperation.RESOLVE, () -> store.resolve(id, token, resolution, decision));
    }

    @Override
    public Eviction evict(RecordId id, Decision decision) {
        return around(StoreOperation.EVICT, () -> store.evict(id, decision));
    }

    @Override
    public int evictAll(Scope scope, Decision decision) {
        return around(StoreOperation.EVICT_ALL, () -> store.evictAll(scope, decision));
    }

    @Override
    public List<Decided> decisions(Scope scope, int limit) {
        return around(StoreOperation.DECISIONS, () -> store.decisions(scope, limit));
    }

    @Override
    public int sweep(Duration lookBack, int limit) {
        return around(StoreOperation.SWEEP, () -> store.sweep(lookBack, limit));
    }

    @Override
    public int reap(Reaping reaping, int limit) {
        return around(StoreOperation.REAP, () -> store.reap(reaping, limit));
    }
}
