package dev.idempotency.core.memory;

import dev.idempotency.core.record.Entity;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.Lifetime;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RunHolder;
import dev.idempotency.core.record.State;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.LeasedRecords;
import dev.idempotency.core.store.LeasedRun;
import dev.idempotency.core.store.RecordTable;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.StoreException;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A bounded map whose every change is one atomic step on one record. */
final class InMemoryTable implements RecordTable {

    private final ConcurrentMap<RecordId, IdempotencyRecord> records = new ConcurrentHashMap<>();
    private final AtomicLong tokens = new AtomicLong();
    private final InMemoryEntities entities = new InMemoryEntities();
    private final Clock clock;
    private final int capacity;
    private final LeasedRecords leases;
    private final InMemorySteps steps;

    InMemoryTable(Clock clock, int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("Capacity must be at least 1, not " + capacity);
        }
        this.clock = clock;
        this.capacity = capacity;
        this.leases = new InMemoryLeases(this, clock);
        this.steps = new InMemorySteps(this, clock);
    }

    @Override
    public Optional<GrantedRun> insert(ReservationRequest request) {
        if (records.containsKey(request.id())) {
            return Optional.empty();
        }
        if (records.size() >= capacity) {
            throw new StoreException.NotApplied("The store in memory is full: it has " + capacity + " records");
        }
        IdempotencyRecord made = reserve(request, null);
        IdempotencyRecord there =
                records.computeIfAbsent(request.id(), id -> entities.acquire(request.entity(), id) ? made : null);
        return made.equals(there) ? Optional.of(granted(request, made)) : Optional.empty();
    }

    @Override
    public Optional<Seen> read(RecordId id) {
        return get(id).map(record -> new Seen(record, clock.instant()));
    }

    @Override
    public Optional<GrantedRun> takeOver(ReservationRequest request, IdempotencyRecord seen) {
        IdempotencyRecord made = reserve(request, seen);
        IdempotencyRecord there = records.computeIfPresent(
                request.id(),
                (id, record) -> record.equals(seen) && entities.exchange(request.entity(), id)
                        ? begunAgain(seen, made)
                        : record);
        return made.equals(there) ? Optional.of(granted(request, made)) : Optional.empty();
    }

    /** A key that is used anew has no steps. */
    private IdempotencyRecord begunAgain(IdempotencyRecord seen, IdempotencyRecord made) {
        if (seen.state() == State.EXPIRED || seen.isExpired(made.lifetime().createdAt())) {
            steps.forget(made.id());
        }
        return made;
    }

    @Override
    public Optional<Seen> holderOf(Entity entity) {
        return entities.holderOf(entity).flatMap(this::read);
    }

    @Override
    public boolean abandon(IdempotencyRecord seen) {
        return replace(
                seen.id(),
                seen::equals,
                record -> record.abandoned(
                        tokens.incrementAndGet(), record.lifetime().finishedAt(clock.instant())));
    }

    @Override
    public Optional<GrantedRun> confirm(Lease own, Instant expiresAt) {
        return Optional.of(run(own, expiresAt));
    }

    @Override
    public boolean lapse(IdempotencyRecord seen) {
        return lapse(seen, "lease_expired");
    }

    boolean lapse(IdempotencyRecord seen, String reason) {
        return replace(seen.id(), seen::equals, record -> record.outcomeUnknown(reason, clock.instant()));
    }

    Optional<IdempotencyRecord> get(RecordId id) {
        return Optional.ofNullable(records.get(id));
    }

    Stream<IdempotencyRecord> all() {
        return records.values().stream();
    }

    /** Whether the record is that of a run which has recorded steps. */
    boolean hasSteps(IdempotencyRecord record) {
        return steps.isAny(record.id());
    }

    int steps() {
        return steps.size();
    }

    int size() {
        return records.size();
    }

    /** Changes the record, if there is one, and returns the new one. */
    Optional<IdempotencyRecord> update(RecordId id, UnaryOperator<IdempotencyRecord> change) {
        return Optional.ofNullable(records.computeIfPresent(id, (same, record) -> changed(record, change)));
    }

    /** Changes the record if the condition holds. Returns whether it held. */
    boolean replace(RecordId id, Predicate<IdempotencyRecord> condition, UnaryOperator<IdempotencyRecord> change) {
        boolean[] held = new boolean[1];
        records.computeIfPresent(id, (same, record) -> {
            held[0] = condition.test(record);
            return held[0] ? changed(record, change) : record;
        });
        return held[0];
    }

    /** In one step with the change of the record: the entity is free once its run is settled. */
    private IdempotencyRecord changed(IdempotencyRecord record, UnaryOperator<IdempotencyRecord> change) {
        IdempotencyRecord now = change.apply(record);
        if (now.state().isSettled()) {
            entities.release(record.id());
        }
        if (now.state() == State.EXPIRED) {
            steps.forget(record.id());
        }
        return now;
    }

    /** Removes the record if the condition holds. Returns whether it was removed. */
    boolean removeIf(RecordId id, Predicate<IdempotencyRecord> condition) {
        IdempotencyRecord seen = records.get(id);
        while (seen != null && condition.test(seen)) {
            if (remove(seen)) {
                return true;
            }
            seen = records.get(id);
        }
        return false;
    }

    private boolean remove(IdempotencyRecord seen) {
        AtomicBoolean removed = new AtomicBoolean();
        records.computeIfPresent(seen.id(), (id, current) -> {
            if (!current.equals(seen)) {
                return current;
            }
            steps.forget(id);
            removed.set(true);
            return null;
        });
        return removed.get();
    }

    private IdempotencyRecord reserve(ReservationRequest request, @Nullable IdempotencyRecord former) {
        Instant now = clock.instant();
        RunHolder hold = new RunHolder(
                tokens.incrementAndGet(), request.owner(), now.plus(request.lease()), request.mayBeTakenOver());
        Lifetime lifetime = Lifetime.from(now, request.retention());
        return former == null
                ? IdempotencyRecord.reserved(request.id(), request.operation(), request.fingerprint(), hold, lifetime)
                : former.reservedAgain(request.operation(), request.fingerprint(), hold, lifetime);
    }

    private GrantedRun granted(ReservationRequest request, IdempotencyRecord record) {
        return run(request.leaseWith(record.hold().token()), record.lifetime().expiresAt());
    }

    private GrantedRun run(Lease lease, Instant expiresAt) {
        return new LeasedRun(leases, lease, expiresAt, () -> steps.of(lease));
    }
}
