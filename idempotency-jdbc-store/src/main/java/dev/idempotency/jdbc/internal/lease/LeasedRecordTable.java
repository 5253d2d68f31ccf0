package dev.idempotency.jdbc.internal.lease;

import dev.idempotency.core.protect.ResponseProtection;
import dev.idempotency.core.record.Hold;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.LeasedRecords;
import dev.idempotency.core.store.LeasedRun;
import dev.idempotency.core.store.RecordTable;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.jdbc.internal.batch.Grant;
import dev.idempotency.jdbc.internal.batch.RecordWrites;
import dev.idempotency.jdbc.internal.driver.Micros;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.record.RecentKeyHint;
import dev.idempotency.jdbc.internal.record.RecordRow;
import dev.idempotency.jdbc.internal.record.RequestSql;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The steps of a reservation, each a statement. */
public final class LeasedRecordTable implements RecordTable {

    private final StatementExecutor database;
    private final RequestSql sql;
    private final RecordWrites writes;
    private final LeasedRecords endings;
    private final RecentKeyHint seenRecords;
    private final Function<Lease, Set<Lease>> renewal;
    private final ResponseProtection protection;

    /** @param renewal prolongs a lease, and returns it if it was still held */
    public LeasedRecordTable(
            StatementExecutor database,
            RequestSql sql,
            RecordWrites writes,
            LeasedRecords endings,
            RecentKeyHint seenRecords,
            Function<Lease, Set<Lease>> renewal,
            ResponseProtection protection) {
        this.database = database;
        this.sql = sql;
        this.writes = writes;
        this.endings = endings;
        this.seenRecords = seenRecords;
        this.renewal = renewal;
        this.protection = protection;
    }

    @Override
    public Optional<GrantedRun> insert(ReservationRequest request) {
        Optional<Grant> grant = writes.insert(request);
        seenRecords.add(request.id());
        return granted(request, grant);
    }

    @Override
    public boolean mayExist(RecordId id) {
        return seenRecords.mayContain(id);
    }

    @Override
    public Optional<Seen> read(RecordId id) {
        return database
                .read(
                        sql.read,
                        (row, number) -> new Seen(protection.read(RecordRow.read(row)), RecordRow.instant(row, "now")),
                        id.scope().value(),
                        id.key().value())
                .stream()
                .findFirst();
    }

    @Override
    public Optional<GrantedRun> takeOver(ReservationRequest request, IdempotencyRecord seen) {
        Hold hold = seen.hold();
        return granted(
                request,
                database
                        .writeReturning(
                                sql.takeOver,
                                (row, number) -> Grant.read(row),
                                request.operation(),
                                request.fingerprint().toBytes(),
                                request.owner(),
                                request.mayBeTakenOver(),
                                Micros.of(request.lease()),
                                Micros.of(request.retention()),
                                seen.id().scope().value(),
                                seen.id().key().value(),
                                hold.token(),
                                hold.owner(),
                                RecordRow.name(seen.state()),
                                hold.until())
                        .stream()
                        .findFirst());
    }

    /** By a renewal, whose commit waits for a standby, and with it that of the reservation. */
    @Override
    public Optional<GrantedRun> confirm(Lease own, Instant expiresAt) {
        return renewal.apply(own).isEmpty() ? Optional.empty() : Optional.of(run(own, expiresAt));
    }

    @Override
    public boolean lapse(IdempotencyRecord seen) {
        Hold hold = seen.hold();
        int lapsed = database.write(
                sql.lapse,
                seen.id().scope().value(),
                seen.id().key().value(),
                hold.token(),
                hold.owner(),
                hold.until());
        return lapsed > 0;
    }

    /** A lease that was granted after a wait has run for that long already; then it is given in full once more. */
    private Optional<GrantedRun> granted(ReservationRequest request, Optional<Grant> answer) {
        if (answer.isEmpty()) {
            return Optional.empty();
        }
        Grant grant = answer.get();
        Lease lease = request.leaseWith(grant.token());
        boolean isShort = grant.waitedMicros() > Micros.of(request.lease()) / 8;
        return isShort && renewal.apply(lease).isEmpty()
                ? Optional.empty()
                : Optional.of(run(lease, grant.expiresAt()));
    }

    private GrantedRun run(Lease lease, Instant expiresAt) {
        return new LeasedRun(endings, lease, expiresAt);
    }
}
