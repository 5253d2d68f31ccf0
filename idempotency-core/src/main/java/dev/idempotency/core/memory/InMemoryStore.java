package dev.idempotency.core.memory;

import dev.idempotency.core.action.Actions;
import dev.idempotency.core.limit.RecordCount;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordSummary;
import dev.idempotency.core.record.State;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.DecisionLogEntry;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.OperatorDecision;
import dev.idempotency.core.store.RecordCensus;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationAlgorithm;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Resolution;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Keeps records in the memory of one process: complete, bounded, and gone with the process. For tests, and for development on
 * a single node; it cannot protect work that outlives the process.
 *
 * <p>When the store is full, it refuses new keys; it never removes a record to make room.
 */
public final class InMemoryStore implements IdempotencyStore, RecordCensus, RecordCount {

    private final InMemoryTable table;
    private final InMemoryUnknown unknown;
    private final InMemoryDecisions decisions;
    private final ReservationAlgorithm reserve;
    private final Clock clock;

    public InMemoryStore(Clock clock, int capacity) {
        this.clock = clock;
        this.table = new InMemoryTable(clock, capacity);
        this.unknown = new InMemoryUnknown(table, clock);
        this.decisions = new InMemoryDecisions(capacity);
        this.reserve = new ReservationAlgorithm(table);
    }

    @Override
    public Reservation reserve(ReservationRequest request) {
        return reserve.reserve(request);
    }

    @Override
    public Optional<Reservation> look(ReservationRequest request) {
        return reserve.look(request);
    }

    @Override
    public int count(Scope scope, int limit) {
        return (int) table.all()
                .filter(record -> record.id().scope().equals(scope) && record.state() != State.EXPIRED)
                .limit(limit)
                .count();
    }

    @Override
    public Set<Lease> renew(Collection<Lease> leases) {
        return leases.stream().filter(this::renew).collect(Collectors.toUnmodifiableSet());
    }

    private boolean renew(Lease lease) {
        Instant until = clock.instant().plus(lease.length());
        return table.update(lease.id(), record -> record.isHeldBy(lease) ? record.renewed(until) : record)
                .filter(record -> record.isHeldBy(lease))
                .isPresent();
    }

    @Override
    public Optional<IdempotencyRecord> find(RecordId id) {
        Instant now = clock.instant();
        return table.get(id).filter(record -> !record.isExpired(now));
    }

    @Override
    public List<IdempotencyRecord> claimUnknown(int limit, Duration claim) {
        return unknown.claim(limit, claim);
    }

    @Override
    public List<RecordSummary> listUnknown(Unresolved which, Optional<RecordId> after, int limit) {
        return unknown.list(which, after, limit);
    }

    @Override
    public int countUnknown(Unresolved which, int atMost) {
        return unknown.list(which, Optional.empty(), atMost).size();
    }

    @Override
    public boolean resolve(RecordId id, long token, Resolution resolution, Optional<OperatorDecision> decision) {
        boolean resolved = unknown.resolve(id, token, resolution);
        if (resolved) {
            decision.ifPresent(
                    made -> decisions.add(id, DecisionLogEntry.Action.of(resolution), made, clock.instant()));
        }
        return resolved;
    }

    @Override
    public Eviction evict(RecordId id, OperatorDecision decision) {
        Optional<IdempotencyRecord> found = find(id);
        while (found.isPresent() && found.get().state().isSettled()) {
            if (table.removeIf(id, found.get()::equals)) {
                decisions.add(id, DecisionLogEntry.Action.EVICTED, decision, clock.instant());
                return Eviction.EVICTED;
            }
            found = find(id);
        }
        return found.isPresent() ? Eviction.REFUSED : Eviction.ABSENT;
    }

    @Override
    public int evictAll(Scope scope, OperatorDecision decision) {
        decisions.add(scope, decision, clock.instant());
        return (int) table.all()
                .filter(record -> record.id().scope().equals(scope))
                .filter(record ->
                        table.removeIf(record.id(), current -> current.state().isSettled()))
                .count();
    }

    @Override
    public List<DecisionLogEntry> decisions(Scope scope, int limit) {
        return decisions.of(scope, limit);
    }

    @Override
    public int sweep(Duration lookBack, int limit) {
        Instant now = clock.instant();
        Instant from = now.minus(lookBack);
        return (int) table.all()
                .filter(record -> record.isLapsed(now) && !record.hold().until().isBefore(from))
                .filter(record -> !record.hold().mayBeTakenOver())
                .filter(table::lapse)
                .limit(limit)
                .count();
    }

    @Override
    public int sweepAbandoned(Duration after, Duration lookBack, int limit) {
        Instant until = clock.instant().minus(after);
        Instant from = until.minus(lookBack);
        return (int) table.all()
                .filter(record ->
                        record.isLapsed(until) && !record.hold().until().isBefore(from))
                .filter(record -> record.hold().mayBeTakenOver() && table.hasSteps(record))
                .filter(record -> table.lapse(record, "abandoned"))
                .limit(limit)
                .count();
    }

    @Override
    public int reap(Reaping reaping, int limit) {
        Instant now = clock.instant();
        return (int) table.all()
                .filter(record -> record.isExpired(now) && reap(record, reaping))
                .limit(limit)
                .count();
    }

    private boolean reap(IdempotencyRecord seen, Reaping reaping) {
        if (reaping == Reaping.DELETE) {
            return table.removeIf(seen.id(), seen::equals);
        }
        return seen.state() != State.EXPIRED && table.replace(seen.id(), seen::equals, IdempotencyRecord::expired);
    }

    @Override
    public Count count() {
        Map<State, Long> byState =
                table.all().collect(Collectors.groupingBy(IdempotencyRecord::state, Collectors.counting()));
        int deadLetters = listUnknown(Unresolved.DEAD_LETTER, Optional.empty(), Integer.MAX_VALUE)
                .size();
        return new Count(byState, deadLetters, false);
    }

    /** What is done once and for all, kept beside these records; it takes no room of theirs. Each call makes another, empty one. */
    public Actions actions(TransactionEnd transactions) {
        return new InMemoryActions(decisions, transactions, clock);
    }

    /** How many steps of runs are stored. */
    public int steps() {
        return table.steps();
    }

    /** How many records are stored, expired ones included. */
    public int size() {
        return table.size();
    }
}
