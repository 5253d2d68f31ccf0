package dev.idempotency.jdbc;

import dev.idempotency.core.limit.RecordCount;
import dev.idempotency.core.protect.ResponseProtection;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedResponse;
import dev.idempotency.core.record.State;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.Decided;
import dev.idempotency.core.store.Decision;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.RecordCensus;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Reserve;
import dev.idempotency.core.store.Resolution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps records in a table of PostgreSQL 14 or newer. Each change is one statement, committed at once on a connection of its
 * own, and no connection is held between them.
 *
 * <p>A new key costs one statement, a completion one, a replay two that write nothing.
 */
public final class JdbcIdempotencyStore implements IdempotencyStore, RecordCensus, RecordCount {

    private static final int LONGEST_ERROR = 255;

    private final OwnTransaction database;
    private final RequestSql sql;
    private final Reserve reserve;
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
        this.database = new OwnTransaction(dataSource, settings.queryTimeout());
        this.sql = new RequestSql(fragments);
        this.renewal = new Renewal(database, care);
        this.protection = protection;
        this.upkeep = new Upkeep(database, care, protection);
        this.decisions = new Decisions(database, new DecisionSql(fragments), upkeep::find, protection);
        this.census = new Census(database, settings, fragments);
        this.reserve =
                new Reserve(new JdbcRecordTable(database, sql, lease -> renewal.renew(Set.of(lease)), protection));
    }

    /** For those who keep answers in the same table. */
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

    @Override
    public boolean complete(Lease lease, RecordedResponse response) {
        RecordedResponse stored = protection.stored(lease.id(), lease.token(), response);
        return end(
                lease,
                State.COMPLETED,
                sql.complete,
                stored.schemaVersion(),
                stored.status(),
                RecordRow.headers(stored),
                stored.body().orElse(null));
    }

    @Override
    public boolean fail(Lease lease, String error) {
        return end(lease, State.FAILED_RETRYABLE, sql.fail, shortened(error));
    }

    @Override
    public boolean markUnknown(Lease lease, String error) {
        return end(lease, State.UNKNOWN, sql.markUnknown, shortened(error));
    }

    /** Where nothing was changed, this lease may have ended the run in the same way before and not have heard of it. */
    private boolean end(Lease lease, State to, String statement, @Nullable Object... outcome) {
        List<@Nullable Object> arguments = new ArrayList<>(Arrays.asList(outcome));
        List<Object> held = List.of(lease.id().scope().value(), lease.id().key().value(), lease.token(), lease.owner());
        arguments.addAll(held);
        if (database.write(statement, arguments.toArray()) > 0) {
            return true;
        }
        List<Object> ended = new ArrayList<>(held);
        ended.add(RecordRow.name(to));
        return !database.read(sql.cameThrough, (row, number) -> true, ended.toArray())
                .isEmpty();
    }

    private static String shortened(String error) {
        return error.length() > LONGEST_ERROR ? error.substring(0, LONGEST_ERROR) : error;
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
    public List<IdempotencyRecord> listUnknown(Unresolved which, Optional<RecordId> after, int limit) {
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
