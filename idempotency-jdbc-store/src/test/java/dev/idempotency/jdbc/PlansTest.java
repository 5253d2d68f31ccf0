package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.BY_HAND;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.IdempotencyStore.Reaping;
import dev.idempotency.core.store.LeasedRecords;
import dev.idempotency.core.store.Resolution;
import dev.idempotency.jdbc.internal.batch.BatchLimits;
import dev.idempotency.jdbc.internal.batch.RecordWrite;
import dev.idempotency.jdbc.internal.batch.RecordWrites;
import dev.idempotency.test.Requests;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How Postgres executes the statements on a table of some size. */
class PlansTest {

    private static TestStore table;
    private static Lease lease;

    @BeforeAll
    static void fill() {
        table = TestStore.create();
        lease = granted(table.store(), request("here")).lease();
        table.database().execute("""
            INSERT INTO idempotency_record (scope, key, token, lease_until, created_at, expires_at, reap_at,
                state, operation, owner, fingerprint, response_version, response_status, response_headers, response_body)
            SELECT 'scope ' || n % 100, md5(n::text), 1, moment, moment, moment + interval '1 day',
                moment + interval '1 day', 'completed', 'POST', 'nobody', '', 1, 200, '{}', ''
            FROM (SELECT n, now() - n * interval '10 seconds' AS moment FROM generate_series(1, 20000) AS n) AS rows;
            ANALYZE idempotency_record;
            INSERT INTO idempotency_record_step (scope, key, generation, step, token, created_at, position, kind, state, owner)
            SELECT 'another scope', n, 1, 'step', 1, now(), 0, 'local', 'done', 'nobody'
            FROM generate_series(1, 5000) AS n;
            ANALYZE idempotency_record_step""");
    }

    @AfterAll
    static void stop() {
        table.close();
    }

    @Test
    void every_statement_of_a_request_finds_its_row_by_the_primary_key() {
        String key = "idempotency_record_pkey";
        assertUses(key, store -> store.reserve(Requests.retry(request("here"))));
        assertUses(key, store -> store.look(request("here")));
        assertUsesToEnd(key, endings -> endings.complete(lease, response("done")));
        assertUsesToEnd(key, endings -> endings.fail(lease, "error"));
        assertUsesToEnd(key, endings -> endings.markUnknown(lease, "error"));
        assertUses(key, store -> store.renew(List.of(lease)));
        assertUses(key, store -> store.find(lease.id()));
        assertUses(key, store -> store.evict(lease.id(), BY_HAND));
        assertUses(key, store -> store.evictAll(lease.id().scope(), BY_HAND));
        assertUses(
                key,
                store -> store.resolve(
                        lease.id(), 1, new Resolution.NotExecuted(Duration.ofHours(1)), Optional.empty()));
        assertUses(
                key,
                store -> store.resolve(lease.id(), 1, new Resolution.StillUnknown(Optional.empty()), Optional.empty()));
    }

    @Test
    void records_that_are_made_and_completed_together_are_found_by_the_primary_key() {
        ExplainingDataSource explaining = new ExplainingDataSource(table.dataSource());
        RecordWrites writes = new RecordWrites(
                JdbcStoreSettings.defaults().executor(explaining),
                JdbcStoreSettings.defaults().fragments(),
                BatchLimits.DEFAULT);

        writes.together(List.of(new RecordWrite.Completion(lease, response("done"))));

        assertThat(explaining.plans())
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains("Nested Loop", "idempotency_record_pkey")
                .doesNotContain("Seq Scan");
    }

    /** The driver's prepared statements keep a plan that knows no arguments, and keep it while the table grows. */
    @Test
    void several_records_are_found_by_primary_key_even_if_the_plan_knew_an_empty_table() {
        try (TestStore empty = TestStore.create()) {
            for (String statement : List.of("RecordWrites.batch.completeAll", "LeaseRenewal.renew")) {
                assertThat(String.join("\n", genericPlan(empty, StoreStatements.of(statement))))
                        .contains("idempotency_record_pkey")
                        .doesNotContain("Seq Scan");
            }
        }
    }

    private static List<String> genericPlan(TestStore store, String statement) {
        Iterator<String> types = List.of(
                        "text[]", "text[]", "bigint[]", "text[]", "bigint[]", "bigint[]", "text[]", "bytea[]")
                .iterator();
        AtomicInteger number = new AtomicInteger();
        String unnest = Pattern.compile("\\?(?=.*?\\)\\s+AS asked)")
                .matcher(statement)
                .replaceAll(found -> "\\$" + number.incrementAndGet() + "::" + types.next());
        String numbered = unnest.replace("?", "$" + number.incrementAndGet() + "::bigint");
        Properties simple = new Properties();
        simple.put("user", store.database().user());
        simple.put("password", store.database().password());
        simple.put("preferQueryMode", "simple");
        try (Connection connection =
                        DriverManager.getConnection(store.database().url(), simple);
                Statement explaining = connection.createStatement();
                ResultSet rows = explaining.executeQuery("EXPLAIN (GENERIC_PLAN) " + numbered)) {
            List<String> plan = new ArrayList<>();
            while (rows.next()) {
                plan.add(rows.getString(1));
            }
            return plan;
        } catch (SQLException e) {
            throw new IllegalStateException(numbered, e);
        }
    }

    @Test
    void a_taken_over_and_a_lapsed_record_are_found_by_the_primary_key() {
        granted(table.store(), request("failed")).fail("error");
        assertUses("idempotency_record_pkey", store -> store.reserve(request("failed")));
        granted(table.store(), request("lapsed"));
        table.sql()
                .sql("UPDATE idempotency_record SET lease_until = now() WHERE key = 'lapsed'")
                .update();
        assertUses("idempotency_record_pkey", store -> store.reserve(request("lapsed")));
    }

    @Test
    void the_care_for_many_records_finds_them_by_an_index() {
        assertUses("idempotency_record_lease", store -> store.sweep(Duration.ofMinutes(10), 100));
        assertUses(
                "idempotency_record_lease",
                store -> store.sweepAbandoned(Duration.ofMinutes(10), Duration.ofMinutes(10), 100));
        assertUses("idempotency_record_reap", store -> store.reap(Reaping.DELETE, 10));
        assertUses("idempotency_record_reap", store -> store.reap(Reaping.EXPIRE, 10));
        assertUses("idempotency_record_reconcile", store -> store.claimUnknown(10, Duration.ofMinutes(1)));
    }

    @Test
    void a_scope_is_counted_by_the_primary_key_and_every_row_that_is_looked_at_is_limited() {
        Scope scope = Scope.of("scope 7");
        assertUses("idempotency_record_pkey", store -> store.count(scope, 10));

        ExplainingDataSource explaining = new ExplainingDataSource(table.dataSource());
        new JdbcIdempotencyStore(explaining, JdbcStoreSettings.defaults()).count(scope, 10);
        assertThat(explaining.plans())
                .singleElement(InstanceOfAssertFactories.STRING)
                .containsPattern("Limit .*\\n *-> +Index Scan Backward using")
                .as("a filter below the limit would pass over any number of rows")
                .doesNotContain("Filter:");
    }

    private static void assertUses(String index, Consumer<JdbcIdempotencyStore> operation) {
        assertUsesOn(
                index,
                explaining -> operation.accept(new JdbcIdempotencyStore(explaining, JdbcStoreSettings.defaults())));
    }

    private static void assertUsesToEnd(String index, Consumer<LeasedRecords> operation) {
        assertUsesOn(index, explaining -> operation.accept(EndingsOf.dataSource(explaining)));
    }

    private static void assertUsesOn(String index, Consumer<ExplainingDataSource> operation) {
        ExplainingDataSource explaining = new ExplainingDataSource(table.dataSource());
        operation.accept(explaining);

        assertThat(explaining.plans())
                .filteredOn(plan -> !plan.startsWith("INSERT INTO \"idempotency_record_decision\""))
                .isNotEmpty()
                .allSatisfy(plan -> assertThat(plan).contains(index).doesNotContain("Seq Scan"));
    }
}
