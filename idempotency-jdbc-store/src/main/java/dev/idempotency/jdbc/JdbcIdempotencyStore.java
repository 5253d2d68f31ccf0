package dev.idempotency.jdbc;

import dev.idempotency.core.limit.RecordCount;
import dev.idempotency.core.protect.ResponseProtection;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordFacts;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.Decided;
import dev.idempotency.core.store.Decision;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.RecordCensus;
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
import dev.idempotency.jdbc.internal.operator.DecisionSql;
import dev.idempotency.jdbc.internal.operator.RecordCounter;
import dev.idempotency.jdbc.internal.operator.UnknownOutcomes;
import dev.idempotency.jdbc.internal.record.MaintenanceSql;
import dev.idempotency.jdbc.internal.record.RecentKeyHint;
import dev.idempotency.jdbc.internal.record.RequestSql;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;

/**
 * Keeps records in a table of PostgreSQL 14 or newer. Each change is one statement, committed at once on a connection of its
 * own, and no connection is held between them. Reservations and completions that are asked for at the same moment share a round
 * trip and a commit; see {@link RecordWrites}.
 *
 * <p>A new key costs one statement, a completion one. A replay costs one that writes nothing where this node remembers the record,
 * otherwise two.
 */
public final class JdbcIdempotencyStore implements IdempotencyStore, RecordCensus, RecordCount {

    private final ReservationAlgorithm reserve;
    private final RecentKeyHint seenRecords = new RecentKeyHint();
    private final LeaseRenewal renewal;
    private final RecordMaintenance upkeep;
    private final UnknownOutcomes decisions;
    private final ResponseProtection protection;
    private final RecordCounter census;

    /** Keeps answers as they are. */
    public JdbcIdempotencyStore(DataSource dataSource, JdbcStoreSettings settings) {
        this(dataSource, settings, ResponseProtection.NONE);
    }

    /** @param protection the form in which answers are kept */
    public JdbcIdempotencyStore(DataSource dataSource, JdbcStoreSettings settings, ResponseProtection protection) {
        SqlFragments fragments = settings.fragments();
        MaintenanceSql care = new MaintenanceSql(fragments);
        StatementExecutor database = settings.executor(dataSource);
        RequestSql sql = new RequestSql(fragments);
        RecordWrites writes = new RecordWrites(database, sql, BatchLimits.DEFAULT);
        this.renewal = new LeaseRenewal(database, care);
        this.protection = protection;
        this.upkeep = new RecordMaintenance(database, care, protection);
        this.decisions = new UnknownOutcomes(database, new DecisionSql(fragments), upkeep::find, protection);
        this.census = new RecordCounter(database, fragments);
        this.reserve = new ReservationAlgorithm(new LeasedRecordTable(
                database,
                sql,
                writes,
                new RunCompletion(database, sql, writes, protection),
                seenRecords,
                lease -> renewal.renew(Set.of(lease)),
                protection));
    }

    /** The form in which answers are kept in this table. */
    ResponseProtection protection() {
        return protection;
    }

    @Override
    public Reservation reserve(ReservationRequest request) {
        return reserve.reserve(request);
    }

    @Override
    public Optional<Reservation> look(ReservationRequest request) {
        return reserve.look(request);
    }

    /** Which records this node remembers. */
    RecentKeyHint seenRecords() {
        return seenRecords;
    }

    @Override
    public Set<Lease> renew(Collection<Lease> leases) {
        return renewal.renew(leases);
    }

    @Override
    public Optional<IdempotencyRecord> find(RecordId id) {
        return upkeep.find(id);
    }

    @Override
    public List<IdempotencyRecord> claimUnknown(int limit, Duration claim) {
        return decisions.claim(limit, claim);
    }

    @Override
    public List<RecordFacts> listUnknown(Unresolved which, Optional<RecordId> after, int limit) {
        return decisions.list(which, after, limit);
    }

    @Override
    public int countUnknown(Unresolved which, int atMost) {
        return decisions.count(which, atMost);
    }

    @Override
    public boolean resolve(RecordId id, long token, Resolution resolution, Optional<Decision> decision) {
        return decisions.resolve(id, token, resolution, decision);
    }

    @Override
    public Eviction evict(RecordId id, Decision decision) {
        return decisions.evict(id, decision);
    }

    @Override
    public int evictAll(Scope scope, Decision decision) {
        return decisions.evictAll(scope, decision);
    }

    @Override
    public List<Decided> decisions(Scope scope, int limit) {
        return decisions.of(scope, limit);
    }

    @Override
    public int count(Scope scope, int limit) {
        return upkeep.count(scope, limit);
    }

    @Override
    public int sweep(Duration lookBack, int limit) {
        return upkeep.sweep(lookBack, limit);
    }

    @Override
    public int reap(Reaping reaping, int limit) {
        return upkeep.reap(reaping, limit);
    }

    @Override
    public Count count() {
        return census.take();
    }
}
