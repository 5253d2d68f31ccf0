package dev.idempotency.jdbc.internal.lease;

import dev.idempotency.core.atrest.ResponseProtection;
import dev.idempotency.core.record.Entity;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.Lease;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RunHolder;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.LeasedRecords;
import dev.idempotency.core.store.LeasedRun;
import dev.idempotency.core.store.RecordTable;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.jdbc.internal.batch.Grant;
import dev.idempotency.jdbc.internal.batch.RecordWrites;
import dev.idempotency.jdbc.internal.driver.BoundStatement;
import dev.idempotency.jdbc.internal.driver.Micros;
import dev.idempotency.jdbc.internal.driver.SqlErrorClassifier;
import dev.idempotency.jdbc.internal.driver.SqlStatement;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.record.RecentKeyHint;
import dev.idempotency.jdbc.internal.record.RecordParameters;
import dev.idempotency.jdbc.internal.record.RecordRow;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import dev.idempotency.jdbc.internal.step.StepTable;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The steps of a reservation, each a statement. */
public final class LeasedRecordTable implements RecordTable {

    private static final String READ = """
        SELECT $columns, clock_timestamp() AS now
        FROM $table
        WHERE $named
        """;

    private static final String TAKE_OVER = """
        UPDATE $table AS record
        SET operation = :operation, fingerprint = :fingerprint, owner = :owner, take_over = :take_over,
            state = 'in_progress',
            token = greatest(record.token + 1, $micros),
            generation = CASE
                WHEN state = 'in_progress' OR (state = 'failed_retryable' AND expires_at > clock.now) THEN $generation
            END,
            lease_until = clock.now + :lease * $microsecond,
            created_at = clock.now, finished_at = NULL,
            expires_at = clock.now + asked.retention, reap_at = clock.now + asked.retention,
            $noanswer, entity = :entity,
            last_error = NULL, reconcile_at = NULL, reconcile_attempts = 0,
            decided_at = NULL
        FROM (SELECT clock_timestamp() AS now) AS clock, (SELECT :retention * $microsecond AS retention) AS asked
        WHERE $bounded AND $named
            AND record.token = :seen_token AND owner = :seen_owner AND state = :seen_state
            AND lease_until IS NOT DISTINCT FROM :seen_until%s
        RETURNING record.token, expires_at,
            (extract(epoch FROM clock_timestamp() - created_at) * 1000000)::bigint AS waited
        """;

    /**
     * Whoever takes an entity has its advisory lock for the statement, and whoever runs in a transaction for the whole run. So
     * neither waits for the other. The unique index on the entity has the last word.
     */
    private static final String UNLESS_HELD = " AND pg_try_advisory_xact_lock(:entity_lock)";

    private static final String HOLDER = """
        SELECT $columns, clock_timestamp() AS now
        FROM $table
        WHERE entity = :entity
        """;

    private static final String ABANDON = """
        UPDATE $table AS record
        SET state = 'failed_retryable', finished_at = clock_timestamp(), last_error = 'abandoned', entity = NULL,
            token = token + 1, generation = $generation
        WHERE $bounded AND $owned AND state = 'in_progress' AND take_over AND lease_until IS NOT DISTINCT FROM :seen_until
        """;

    private static final String LAPSE = """
        UPDATE $table
        SET $lost
        WHERE $bounded AND $owned AND state = 'in_progress' AND lease_until IS NOT DISTINCT FROM :seen_until
        """;

    private final StatementExecutor database;
    private final RecordWrites writes;
    private final LeasedRecords endings;
    private final RecentKeyHint recentKeys;
    private final Function<Lease, Set<Lease>> renewal;
    private final ResponseProtection protection;
    private final StepTable steps;
    private final SqlStatement read;
    private final SqlStatement takeOver;
    private final SqlStatement takeOverWithEntity;
    private final SqlStatement holder;
    private final SqlStatement abandon;
    private final SqlStatement lapse;

    /** @param renewal prolongs a lease, and returns it if it was still held */
    public LeasedRecordTable(
            StatementExecutor database,
            SqlFragments fragments,
            RecordWrites writes,
            LeasedRecords endings,
            RecentKeyHint recentKeys,
            Function<Lease, Set<Lease>> renewal,
            ResponseProtection protection,
            StepTable steps) {
        this.database = database;
        this.writes = writes;
        this.endings = endings;
        this.recentKeys = recentKeys;
        this.renewal = renewal;
        this.protection = protection;
        this.steps = steps;
        this.read = fragments.statement(READ);
        this.takeOver = fragments.statement(TAKE_OVER.formatted(""));
        this.takeOverWithEntity = fragments.statement(TAKE_OVER.formatted(UNLESS_HELD));
        this.holder = fragments.statement(HOLDER);
        this.abandon = fragments.statement(ABANDON);
        this.lapse = fragments.statement(LAPSE);
    }

    @Override
    public Optional<GrantedRun> insert(ReservationRequest request) {
        Optional<Grant> grant = writes.insert(request);
        if (grant.isPresent() || request.entity() == null) {
            recentKeys.add(request.id());
        }
        return granted(request, grant, true);
    }

    @Override
    public boolean mayExist(RecordId id) {
        return recentKeys.mayContain(id);
    }

    @Override
    public Optional<Seen> read(RecordId id) {
        return database
                .read(
                        read.bind().with(RecordParameters.of(id)),
                        (row, number) -> new Seen(protection.read(RecordRow.read(row)), RecordRow.instant(row, "now")))
                .stream()
                .findFirst();
    }

    @Override
    public Optional<GrantedRun> takeOver(ReservationRequest request, IdempotencyRecord seen) {
        RunHolder hold = seen.hold();
        Entity entity = request.entity();
        BoundStatement statement = entity == null
                ? takeOver.bind().set("entity", null)
                : takeOverWithEntity.bind().with(RecordParameters.of(entity));
        statement
                .with(RecordParameters.of(request))
                .set("seen_token", hold.token())
                .set("seen_owner", hold.owner())
                .set("seen_state", RecordRow.name(seen.state()))
                .set("seen_until", hold.until());
        try {
            return granted(
                    request,
                    database.writeReturning(statement, (row, number) -> Grant.read(row)).stream()
                            .findFirst(),
                    false);
        } catch (StoreException.NotApplied failure) {
            if (entity != null && SqlErrorClassifier.isUniqueViolation(failure)) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    @Override
    public Optional<Seen> holderOf(Entity entity) {
        return database
                .read(
                        holder.bind().set("entity", entity.value()),
                        (row, number) -> new Seen(protection.read(RecordRow.read(row)), RecordRow.instant(row, "now")))
                .stream()
                .findFirst();
    }

    @Override
    public boolean abandon(IdempotencyRecord seen) {
        RunHolder hold = seen.hold();
        return database.write(abandon.bind()
                        .with(RecordParameters.of(seen.id()))
                        .set("token", hold.token())
                        .set("owner", hold.owner())
                        .set("seen_until", hold.until()))
                > 0;
    }

    /** By a renewal, whose commit waits for a standby, and with it that of the reservation. */
    @Override
    public Optional<GrantedRun> confirm(Lease own, Instant expiresAt) {
        return renewal.apply(own).isEmpty() ? Optional.empty() : Optional.of(run(own, expiresAt, false));
    }

    @Override
    public boolean lapse(IdempotencyRecord seen) {
        RunHolder hold = seen.hold();
        return database.write(lapse.bind()
                        .with(RecordParameters.of(seen.id()))
                        .set("token", hold.token())
                        .set("owner", hold.owner())
                        .set("seen_until", hold.until()))
                > 0;
    }

    /** A lease that was granted after a wait has run for that long already; then it is given in full once more. */
    private Optional<GrantedRun> granted(ReservationRequest request, Optional<Grant> answer, boolean isNew) {
        if (answer.isEmpty()) {
            return Optional.empty();
        }
        Grant grant = answer.get();
        Lease lease = request.leaseWith(grant.token());
        boolean isShort = grant.waitedMicros() > Micros.of(request.lease()) / 8;
        return isShort && renewal.apply(lease).isEmpty()
                ? Optional.empty()
                : Optional.of(run(lease, grant.expiresAt(), isNew));
    }

    /** @param isNew whether the record was made just now, so that it has no steps */
    private GrantedRun run(Lease lease, Instant expiresAt, boolean isNew) {
        return new LeasedRun(endings, lease, expiresAt, () -> steps.of(lease, isNew));
    }
}
