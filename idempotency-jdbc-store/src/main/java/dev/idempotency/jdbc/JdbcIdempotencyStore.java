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
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;

/**
 * Keeps records in a table of PostgreSQL 14 or newer. Each change is one statement, committed at once on a connection of its
 * own, and no connection is held between them. Reservations and completions that are asked for at the same moment share a round
 * trip and a commit; see {@link SharedWrites}.
 *
 * <p>A new key costs one statement, a completion one. A replay costs one that writes nothing where this node remembers the record,
 * otherwise two.
 */
public final class JdbcIdempotencyStore implements IdempotencyStore, RecordCensus, RecordCount {

    private final ReservationAlgorithm reserve;
    private final SeenRecords seenRecords = new SeenRecords();
    private final Renewal renewal;
    private final Upkeep upkeep;
    private final Decisions decisions;
    private final ResponseProtection protection;
    private final Census census;

    /** Keeps answers as they are. */
    public JdbcIdempotencyStore(DataSource dataSource, JdbcStoreSettings settings) {
        this(dataSource, settings, ResponseProtection.NONE);
    }

    /** @param protection the form in which answers are kept */
    public JdbcIdempotencyStore(DataSource dataSource, JdbcStoreSettings settings, ResponseProtection protection) {
        SqlFragments fragments = new SqlFragments(settings);
        CareSql care = new CareSql(fragments);
        OwnTransaction database = new OwnTransaction(dataSource, settings);
        RequestSql sql = new RequestSql(fragments);
        RecordWrites writes = new RecordWrites(database, sql, Sharing.DEFAULT);
        this.renewal = new Renewal(database, care);
        this.protection = protection;
        this.upkeep = new Upkeep(database, care, protection);
        this.decisions = new Decisions(database, new DecisionSql(fragments), upkeep::find, protection);
        this.census = new Census(database, settings, fragments);
        this.reserve = new ReservationAlgorithm(new JdbcRecordTable(
                database,
                sql,
                writes,
                new Endings(database, sql, writes, protection),
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
    SeenRecords seenRecords() {
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
