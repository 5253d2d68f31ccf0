package dev.idempotency.jdbc;

import dev.idempotency.core.atrest.ResponseProtection;
import dev.idempotency.core.limit.RecordCount;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordSummary;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.DecisionLogEntry;
import dev.idempotency.core.store.EntityHolders;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.OperatorDecision;
import dev.idempotency.core.store.RecordCensus;
import dev.idempotency.core.store.RecordTable;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationAlgorithm;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Resolution;
import dev.idempotency.jdbc.internal.batch.BatchLimits;
import dev.idempotency.jdbc.internal.batch.RecordWrites;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.lease.LeaseRenewal;
import dev.idempotency.jdbc.internal.lease.LeasedRecordTable;
import dev.idempotency.jdbc.internal.lease.RunCompletion;
import dev.idempotency.jdbc.internal.maintenance.RecordMaintenance;
import dev.idempotency.jdbc.internal.operator.DecisionLog;
import dev.idempotency.jdbc.internal.operator.OutcomeResolution;
import dev.idempotency.jdbc.internal.operator.RecordCounter;
import dev.idempotency.jdbc.internal.operator.RecordEviction;
import dev.idempotency.jdbc.internal.operator.UnknownOutcomes;
import dev.idempotency.jdbc.internal.record.RecentKeyHint;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import dev.idempotency.jdbc.internal.step.StepTable;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;

/**
 * Keeps records in a table of PostgreSQL 14 or newer. Each change is one statement, committed at once on a connection
 * of its own, and no connection is held between them. Reservations and completions that are asked for at the same
 * moment share a round trip and a commit; see {@link RecordWrites}.
 *
 * <p>A new key costs one statement, a completion one. A replay costs one that writes nothing where this node remembers
 * the record, otherwise two.
 */
public final class JdbcIdempotencyStore implements IdempotencyStore, RecordCensus, RecordCount {

    private final ReservationAlgorithm reservations;
    private final EntityHolders entityHolders;
    private final RecentKeyHint recentKeys = new RecentKeyHint();
    private final LeaseRenewal renewal;
    private final RecordMaintenance maintenance;
    private final UnknownOutcomes unknown;
    private final OutcomeResolution resolution;
    private final RecordEviction eviction;
    private final DecisionLog decisions;
    private final RecordCounter counter;
    private final ResponseProtection protection;

    /** Keeps answers as they are. */
    public JdbcIdempotencyStore(DataSource dataSource, JdbcStoreSettings settings) {
        this(dataSource, settings, ResponseProtection.NONE);
    }

    /** @param protection the form in which answers are kept */
    public JdbcIdempotencyStore(DataSource dataSource, JdbcStoreSettings settings, ResponseProtection protection) {
        SqlFragments fragments = settings.fragments();
        StatementExecutor database = settings.executor(dataSource);
        RecordWrites writes = new RecordWrites(database, fragments, BatchLimits.DEFAULT);
        this.protection = protection;
        this.renewal = new LeaseRenewal(database, fragments);
        this.maintenance = new RecordMaintenance(database, fragments, protection);
        this.unknown = new UnknownOutcomes(database, fragments);
        this.decisions = new DecisionLog(database, fragments);
        this.resolution = new OutcomeResolution(database, fragments, decisions, protection);
        this.eviction = new RecordEviction(database, fragments, decisions, maintenance::find);
        this.counter = new RecordCounter(database, fragments);
        RecordTable table = new LeasedRecordTable(
                database,
                fragments,
                writes,
                new RunCompletion(database, fragments, writes, protection),
                recentKeys,
                lease -> renewal.renew(Set.of(lease)),
                protection,
                new StepTable(database, fragments, protection, dataSource, settings.timeouts()));
        this.reservations = new ReservationAlgorithm(table);
        this.entityHolders = new EntityHolders(table);
    }

    /** The form in which answers are kept in this table. */
    ResponseProtection protection() {
        return protection;
    }

    @Override
    public Reservation reserve(ReservationRequest request) {
        return reservations.reserve(request);
    }

    @Override
    public Optional<Reservation> look(ReservationRequest request) {
        return reservations.look(request);
    }

    /** Decides about records that hold an entity. */
    EntityHolders entityHolders() {
        return entityHolders;
    }

    /** Which records this node remembers. */
    RecentKeyHint recentKeys() {
        return recentKeys;
    }

    @Override
    public Set<Lease> renew(Collection<Lease> leases) {
        return renewal.renew(leases);
    }

    @Override
    public Optional<IdempotencyRecord> find(RecordId id) {
        return maintenance.find(id);
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
        return unknown.count(which, atMost);
    }

    @Override
    public boolean resolve(RecordId id, long token, Resolution found, Optional<OperatorDecision> decision) {
        return resolution.resolve(id, token, found, decision);
    }

    @Override
    public Eviction evict(RecordId id, OperatorDecision decision) {
        return eviction.evict(id, decision);
    }

    @Override
    public int evictAll(Scope scope, OperatorDecision decision) {
        return eviction.evictAll(scope, decision);
    }

    @Override
    public List<DecisionLogEntry> decisions(Scope scope, int limit) {
        return decisions.of(scope, limit);
    }

    @Override
    public int count(Scope scope, int limit) {
        return maintenance.count(scope, limit);
    }

    @Override
    public int sweep(Duration lookBack, int limit) {
        return maintenance.sweep(lookBack, limit);
    }

    @Override
    public int sweepAbandoned(Duration after, Duration lookBack, int limit) {
        return maintenance.sweepAbandoned(after, lookBack, limit);
    }

    @Override
    public int reap(Reaping reaping, int limit) {
        return maintenance.reap(reaping, limit);
    }

    @Override
    public Count count() {
        return counter.count();
    }
}
