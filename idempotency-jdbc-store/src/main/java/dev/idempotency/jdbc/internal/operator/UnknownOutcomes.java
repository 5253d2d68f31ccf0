package dev.idempotency.jdbc.internal.operator;

import dev.idempotency.core.digest.Sha256;
import dev.idempotency.core.fingerprint.Fingerprint;
import dev.idempotency.core.protect.ResponseProtection;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.RecordFacts;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordedAnswer;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.Decided;
import dev.idempotency.core.store.Decision;
import dev.idempotency.core.store.IdempotencyStore.Eviction;
import dev.idempotency.core.store.IdempotencyStore.Unresolved;
import dev.idempotency.core.store.Resolution;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.jdbc.internal.driver.Micros;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.record.RecordRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks after unknown outcomes, and carries out what was found out or decided. */
public final class UnknownOutcomes {

    private static final Logger log = LoggerFactory.getLogger(UnknownOutcomes.class);

    private static final int ROUNDS = 10;
    private static final int BATCH = 1_000;

    private final StatementExecutor database;
    private final DecisionSql sql;
    private final Function<RecordId, Optional<IdempotencyRecord>> find;
    private final ResponseProtection protection;

    public UnknownOutcomes(
            StatementExecutor database,
            DecisionSql sql,
            Function<RecordId, Optional<IdempotencyRecord>> find,
            ResponseProtection protection) {
        this.database = database;
        this.sql = sql;
        this.find = find;
        this.protection = protection;
    }

    /** Which ones are claimed goes by when they are due; an update does not return them in that order. */
    public List<IdempotencyRecord> claim(int limit, Duration claim) {
        return database.writeReturning(sql.claim, (row, number) -> readable(row), Micros.of(claim), limit).stream()
                .flatMap(Optional::stream)
                .sorted(Comparator.comparing(record -> record.lifetime().createdAt()))
                .toList();
    }

    /** One that a newer version wrote keeps none of the others from being asked after. It is due again when the claim is over. */
    private static Optional<IdempotencyRecord> readable(ResultSet row) throws SQLException {
        try {
            return Optional.of(RecordRow.read(row));
        } catch (IllegalArgumentException e) {
            log.error(
                    "The unknown outcome of key {} is passed over, as this version cannot read its record",
                    Sha256.shortHex(row.getString("key")),
                    e);
            return Optional.empty();
        }
    }

    /** Goes on where rows had to be left out, so that a page that is not full is the last one. */
    public List<RecordFacts> list(Unresolved which, Optional<RecordId> after, int limit) {
        List<RecordFacts> listed = new ArrayList<>();
        String scope = after.map(id -> id.scope().value()).orElse("");
        String key = after.map(id -> id.key().value()).orElse("");
        int asked;
        List<ListedRow> rows;
        do {
            asked = limit - listed.size();
            rows = database.read(
                    which == Unresolved.OPEN ? sql.listOpen : sql.listDeadLetters,
                    (row, number) -> ListedRow.read(row),
                    scope,
                    key,
                    asked);
            for (ListedRow row : rows) {
                row.facts().ifPresent(listed::add);
                scope = row.scope();
                key = row.key();
            }
        } while (rows.size() == asked && listed.size() < limit);
        return listed;
    }

    public int count(Unresolved which, int atMost) {
        return database.read(
                        which == Unresolved.OPEN ? sql.countOpen : sql.countDeadLetters,
                        (row, number) -> row.getInt(1),
                        atMost)
                .get(0);
    }

    public boolean resolve(RecordId id, long token, Resolution resolution, Optional<Decision> decision) {
        Object[] run = {id.scope().value(), id.key().value(), token};
        Resolution stored = resolution;
        if (resolution instanceof Resolution.Completed completed && protection.isCoding()) {
            Optional<Fingerprint> fingerprint = fingerprint(run);
            if (fingerprint.isEmpty()) {
                return false;
            }
            RecordedAnswer coded = protection.stored(id, fingerprint.get(), token, completed.response());
            stored = new Resolution.Completed(coded, completed.retention());
        }
        List<@Nullable Object> arguments = new ArrayList<>(arguments(stored));
        arguments.addAll(Arrays.asList(run));
        String change = sql.resolve(resolution);
        return decision.map(made -> byHand(sql.byHand(change), arguments, id, Decided.Action.of(resolution), made))
                .orElseGet(() -> database.write(change, arguments.toArray()) > 0);
    }

    /** Of the request whose run is to be decided about; empty if that was done already. */
    private Optional<Fingerprint> fingerprint(Object... run) {
        return database
                .read(sql.undecided, (row, number) -> Fingerprint.ofBytes(row.getBytes("fingerprint")), run)
                .stream()
                .findFirst();
    }

    private static List<@Nullable Object> arguments(Resolution resolution) {
        return resolution.match(new Resolution.Cases<>() {

            @Override
            public List<@Nullable Object> completed(Resolution.Completed completed) {
                RecordedAnswer answer = completed.response();
                return Arrays.asList(
                        answer.schemaVersion(),
                        answer.code(),
                        RecordRow.headers(answer),
                        answer.body().orElse(null),
                        Micros.of(completed.retention()));
            }

            @Override
            public List<@Nullable Object> notExecuted(Resolution.NotExecuted notExecuted) {
                return List.of(Micros.of(notExecuted.retention()));
            }

            @Override
            public List<@Nullable Object> stillUnknown(Resolution.StillUnknown stillUnknown) {
                return Arrays.asList(
                        stillUnknown.askAgainAfter().map(Micros::of).orElse(null));
            }

            @Override
            public List<@Nullable Object> requeued(Resolution.Requeued requeued) {
                return List.of();
            }
        });
    }

    public Eviction evict(RecordId id, Decision decision) {
        List<@Nullable Object> name = List.of(id.scope().value(), id.key().value());
        for (int round = 0; round < ROUNDS; round++) {
            if (byHand(sql.evictByHand, name, id, Decided.Action.EVICTED, decision)) {
                return Eviction.EVICTED;
            }
            Optional<IdempotencyRecord> found = find.apply(id);
            if (found.isEmpty()) {
                return Eviction.ABSENT;
            }
            if (!found.get().state().isSettled()) {
                return Eviction.REFUSED;
            }
            if (byHand(sql.expireByHand, name, id, Decided.Action.EVICTED, decision)) {
                return Eviction.EVICTED;
            }
        }
        throw new StoreException.NotApplied("The record changed " + ROUNDS + " times while it was being evicted");
    }

    /** In batches, each a statement; who wanted it is kept before the first. */
    public int evictAll(Scope scope, Decision decision) {
        database.write(sql.purged, scope.value(), Decided.Action.PURGED.name(), decision.by(), decision.why());
        int evicted = 0;
        int batch;
        do {
            batch = database.write(sql.evictAll, scope.value(), BATCH);
            evicted += batch;
        } while (batch > 0);
        return evicted + database.write(sql.expireNow, scope.value(), null);
    }

    public List<Decided> of(Scope scope, int limit) {
        return database.read(
                sql.decisions,
                (row, number) -> new Decided(
                        row.getString("key_hash"),
                        Decided.Action.valueOf(row.getString("action")),
                        new Decision(row.getString("decided_by"), row.getString("decided_why")),
                        RecordRow.instant(row, "decided_at")),
                scope.value(),
                limit);
    }

    private boolean byHand(
            String statement, List<@Nullable Object> change, RecordId id, Decided.Action action, Decision decision) {
        List<@Nullable Object> arguments = new ArrayList<>(change);
        arguments.addAll(List.of(Sha256.shortHex(id.key().value()), action.name(), decision.by(), decision.why()));
        List<Long> changed = database.writeReturning(statement, (row, number) -> row.getLong(1), arguments.toArray());
        return Objects.requireNonNull(changed.get(0)) > 0;
    }
}
