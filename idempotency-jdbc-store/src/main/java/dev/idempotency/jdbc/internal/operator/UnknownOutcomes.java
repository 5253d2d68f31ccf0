package dev.idempotency.jdbc.internal.operator;

import dev.idempotency.core.internal.digest.Sha256;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.record.RecordSummary;
import dev.idempotency.core.store.IdempotencyStore.Unresolved;
import dev.idempotency.jdbc.internal.driver.Micros;
import dev.idempotency.jdbc.internal.driver.SqlStatement;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.record.RecordRow;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Claims unknown outcomes for reconciliation, lists them and counts them. */
public final class UnknownOutcomes {

    private static final Logger log = LoggerFactory.getLogger(UnknownOutcomes.class);

    private static final String CLAIM = """
        UPDATE $table
        SET reconcile_at = clock_timestamp() + :claim * $microsecond
        WHERE state = 'unknown' AND ctid = ANY (ARRAY(
            SELECT ctid
            FROM $table
            WHERE reconcile_at <= (SELECT clock_timestamp())
            ORDER BY reconcile_at
            LIMIT :limit
            FOR UPDATE SKIP LOCKED))
        RETURNING $columns
        """;

    private static final String LIST = """
        SELECT $columns
        FROM $table
        WHERE reconcile_at %s 'infinity' AND (scope, key) > (:scope, :key)
        ORDER BY scope, key
        LIMIT :limit
        """;

    /** Only what is unknown is in the index that this goes through. */
    private static final String COUNT = """
        SELECT count(*)
        FROM (SELECT 1 FROM $table WHERE reconcile_at %s 'infinity' LIMIT :limit) AS unknown
        """;

    private static final String IS_BEFORE = "<";
    private static final String IS = "=";

    private final StatementExecutor database;
    private final SqlStatement claim;
    private final SqlStatement listOpen;
    private final SqlStatement listDeadLetters;
    private final SqlStatement countOpen;
    private final SqlStatement countDeadLetters;

    public UnknownOutcomes(StatementExecutor database, SqlFragments fragments) {
        this.database = database;
        this.claim = fragments.statement(CLAIM);
        this.listOpen = fragments.statement(LIST.formatted(IS_BEFORE));
        this.listDeadLetters = fragments.statement(LIST.formatted(IS));
        this.countOpen = fragments.statement(COUNT.formatted(IS_BEFORE));
        this.countDeadLetters = fragments.statement(COUNT.formatted(IS));
    }

    /** Which ones are claimed goes by when they are due; an update does not return them in that order. */
    public List<IdempotencyRecord> claim(int limit, Duration duration) {
        return database
                .writeReturning(
                        claim.bind().set("claim", Micros.of(duration)).set("limit", limit),
                        (row, number) -> readable(row))
                .stream()
                .flatMap(Optional::stream)
                .sorted(Comparator.comparing(record -> record.lifetime().createdAt()))
                .toList();
    }

    /**
     * A record that this version cannot read does not keep the others from being claimed. It is due again when the
     * claim is over.
     */
    private static Optional<IdempotencyRecord> readable(ResultSet row) throws SQLException {
        try {
            return Optional.of(RecordRow.read(row));
        } catch (IllegalArgumentException e) {
            log.error(
                    "The unknown outcome of key {} is not reconciled by this node: it cannot read the record of a newer version",
                    Sha256.shortHex(row.getString("key")),
                    e);
            return Optional.empty();
        }
    }

    /** Goes on where rows had to be left out, so that a page that is not full is the last one. */
    public List<RecordSummary> list(Unresolved which, Optional<RecordId> after, int limit) {
        SqlStatement statement = which == Unresolved.OPEN ? listOpen : listDeadLetters;
        List<RecordSummary> listed = new ArrayList<>();
        String scope = after.map(id -> id.scope().value()).orElse("");
        String key = after.map(id -> id.key().value()).orElse("");
        int asked;
        List<ListedRow> rows;
        do {
            asked = limit - listed.size();
            rows = database.read(
                    statement.bind().set("scope", scope).set("key", key).set("limit", asked),
                    (row, number) -> ListedRow.read(row));
            for (ListedRow row : rows) {
                row.facts().ifPresent(listed::add);
                scope = row.scope();
                key = row.key();
            }
        } while (rows.size() == asked && listed.size() < limit);
        return listed;
    }

    /** Counts up to a limit. */
    public int count(Unresolved which, int atMost) {
        SqlStatement statement = which == Unresolved.OPEN ? countOpen : countDeadLetters;
        return database.read(statement.bind().set("limit", atMost), (row, number) -> row.getInt(1))
                .get(0);
    }
}
