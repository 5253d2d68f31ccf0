package dev.idempotency.spring.internal.web.app;

import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordSummary;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.DecisionLogEntry;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.OperatorDecision;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Resolution;
import dev.idempotency.core.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A store that fails for the keys that a test chooses. */
public final class FaultyStore implements IdempotencyStore {

    /** What goes wrong. */
    public enum Fault {
        RESERVE_NOT_REACHED,
        RESERVE_ANSWER_LOST,
        COMPLETE_NOT_REACHED,
        LEASE_LOST_TO_ANOTHER_ANSWER,
        LEASE_LOST_TO_A_RUNNING_ONE
    }

    private final InMemoryStore store;
    private final ConcurrentHashMap<String, Fault> faults = new ConcurrentHashMap<>();

    private final ConcurrentHashMap<String, Runs.Held> held = new ConcurrentHashMap<>();

    FaultyStore(InMemoryStore store) {
        this.store = store;
    }

    public void fail(String key, Fault fault) {
        faults.put(key, fault);
    }

    public void heal(String key) {
        faults.remove(key);
    }

    /** The only record with this key. */
    public Optional<IdempotencyRecord> record(String caller, String key) {
        return store.find(new RecordId(Scope.of(caller), new IdempotencyKey(key)));
    }

    /** The next completion with this key stops before it is made. */
    public Runs.Held holdCompletion(String key) {
        Runs.Held gate = new Runs.Held();
        held.put(key, gate);
        return gate;
    }

    private boolean has(RecordId id, Fault fault) {
        return faults.get(id.key().value()) == fault;
    }

    @Override
    public Reservation reserve(ReservationRequest request) {
        if (has(request.id(), Fault.RESERVE_NOT_REACHED)) {
            throw new StoreException.NotApplied("No way to the store");
        }
        if (has(request.id(), Fault.RESERVE_ANSWER_LOST)) {
            heal(request.id().key().value());
            store.reserve(request);
            throw new StoreException.AnswerLost("No answer", new IllegalStateException("connection lost"));
        }
        Reservation reservation = store.reserve(request);
        return reservation instanceof Reservation.Granted granted
                ? new Reservation.Granted(new FaultyRun(granted.run()), granted.reason())
                : reservation;
    }

    /** A run whose completion goes wrong. */
    private final class FaultyRun implements GrantedRun {

        private final GrantedRun run;

        FaultyRun(GrantedRun run) {
            this.run = run;
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
            RecordId id = lease().id();
            Runs.Held gate = held.remove(id.key().value());
            if (gate != null) {
                gate.waitHere();
            }
            if (has(id, Fault.COMPLETE_NOT_REACHED)) {
                throw new StoreException.NotApplied("No way to the store");
            }
            if (has(id, Fault.LEASE_LOST_TO_ANOTHER_ANSWER)) {
                return !run.complete(
                        RecordedAnswer.of(202, List.of(), "the other one's".getBytes(StandardCharsets.UTF_8)));
            }
            return !has(id, Fault.LEASE_LOST_TO_A_RUNNING_ONE) && run.complete(answer, work);
        }

        @Override
        public boolean fail(String error) {
            return run.fail(error);
        }

        @Override
        public boolean markUnknown(String error) {
            return run.markUnknown(error);
        }
    }

    @Override
    public Optional<Reservation> look(ReservationRequest request) {
        return store.look(request);
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
    public List<RecordSummary> listUnknown(Unresolved which, Optional<RecordId> after, int limit) {
        return store.listUnknown(which, after, limit);
    }

    @Override
    public int countUnknown(Unresolved which, int atMost) {
        return store.countUnknown(which, atMost);
    }

    @Override
    public boolean resolve(RecordId id, long token, Resolution resolution, Optional<OperatorDecision> decision) {
        return store.resolve(id, token, resolution, decision);
    }

    @Override
    public Eviction evict(RecordId id, OperatorDecision decision) {
        return store.evict(id, decision);
    }

    @Override
    public int evictAll(Scope scope, OperatorDecision decision) {
        return store.evictAll(scope, decision);
    }

    @Override
    public List<DecisionLogEntry> decisions(Scope scope, int limit) {
        return store.decisions(scope, limit);
    }

    @Override
    public int sweep(Duration lookBack, int limit) {
        return store.sweep(lookBack, limit);
    }

    @Override
    public int sweepAbandoned(Duration after, Duration lookBack, int limit) {
        return store.sweepAbandoned(after, lookBack, limit);
    }

    @Override
    public int reap(Reaping reaping, int limit) {
        return store.reap(reaping, limit);
    }
}
