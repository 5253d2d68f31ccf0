package dev.idempotency.jdbc.internal.operator;

import dev.idempotency.core.record.State;
import dev.idempotency.core.store.RecordCensus.Count;
import dev.idempotency.jdbc.internal.driver.SqlStatement;
import dev.idempotency.jdbc.internal.driver.StatementExecutor;
import dev.idempotency.jdbc.internal.record.SqlFragments;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Counts records without reading the whole table:
 *
 * <ol>
 *   <li>Unknown ones and dead letters by the index that has them only.
 *   <li>Running ones by the index of leases: those whose lease is not over. (The others are about to be unknown.)
 *   <li>All others from a random part of the table's pages, if it has many.
 * </ol>
 *
 * The first two look at {@value #MOST_ROWS} rows at most and are exact up to there.
 */
public final class RecordCounter {

    private static final int MOST_ROWS = 100_000;
    private static final int MOST_PAGES = 2_000;

    private static final String PAGES = """
        SELECT pg_relation_size(:table::regclass) / current_setting('block_size')::bigint
        """;

    private static final String SAMPLE = """
        SELECT state, count(*) AS found
        FROM $table TABLESAMPLE SYSTEM (:percent::real)
        WHERE $settled
        GROUP BY state
        """;

    private static final String UNKNOWN = """
        SELECT count(*) AS found, count(*) FILTER (WHERE reconcile_at = 'infinity') AS dead_letters
        FROM (SELECT reconcile_at FROM $table WHERE reconcile_at IS NOT NULL LIMIT :limit) AS records
        """;

    private static final String RUNNING = """
        SELECT count(*) AS looked_at, count(*) FILTER (WHERE state = 'in_progress') AS found
        FROM (SELECT state FROM $table WHERE lease_until > (SELECT clock_timestamp()) LIMIT :limit) AS records
        """;

    private final StatementExecutor database;
    private final String table;
    private final SqlStatement pages;
    private final SqlStatement sample;
    private final SqlStatement unknown;
    private final SqlStatement running;

    public RecordCounter(StatementExecutor database, SqlFragments fragments) {
        this.database = database;
        this.table = fragments.statement("$table").sql();
        this.pages = fragments.statement(PAGES);
        this.sample = fragments.statement(SAMPLE);
        this.unknown = fragments.statement(UNKNOWN);
        this.running = fragments.statement(RUNNING);
    }

    public Count count() {
        double share = share();
        long[] leased = two(running, "found", "looked_at");
        long[] open = two(unknown, "found", "dead_letters");
        Map<State, Long> byState = new EnumMap<>(State.class);
        byState.put(State.IN_PROGRESS, leased[0]);
        byState.put(State.UNKNOWN, open[0]);
        byState.putAll(settled(share));
        return new Count(byState, open[1], share < 1 || leased[1] == MOST_ROWS || open[0] == MOST_ROWS);
    }

    private double share() {
        long found = database.read(pages.bind().set("table", table), (row, number) -> row.getLong(1))
                .get(0);
        return found <= MOST_PAGES ? 1 : (double) MOST_PAGES / found;
    }

    private Map<State, Long> settled(double share) {
        return database
                .read(
                        sample.bind().set("percent", 100 * share),
                        (row, number) -> Map.entry(
                                State.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
                                Math.round(row.getLong("found") / share)))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private long[] two(SqlStatement statement, String first, String second) {
        List<long[]> rows = database.read(statement.bind().set("limit", MOST_ROWS), (row, number) ->
                new long[] {row.getLong(first), row.getLong(second)});
        return rows.get(0);
    }
}
