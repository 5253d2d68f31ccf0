package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.record.Lease;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.testbed.Database;
import dev.idempotency.testbed.EmbeddedServer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** What each operation costs, as the driver and as the server count it. */
class CostsTest {

    private static final int TIMES = 50;

    /** Nobody else uses transactions here. */
    private static EmbeddedServer server;

    private Database database;

    @BeforeAll
    static void start() {
        server = EmbeddedServer.startDurable(Map.of("autovacuum", "off"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void create() {
        database = server.createDatabase();
        TestStore.createTable(database);
    }

    @Test
    void a_new_key_costs_one_statement_and_one_commit() {
        Costs costs = costsOf(store -> granted(store, request("new-" + System.nanoTime())));

        assertThat(costs.calls()).containsExactly("INSERT");
        assertThat(costs.commits()).isEqualTo(TIMES);
        assertThat(costs.transactionIds()).isEqualTo(TIMES);
        assertThat(costs.inserts()).isEqualTo(TIMES);
        assertThat(costs.updates()).isZero();
    }

    @Test
    void a_completion_costs_one_statement_and_one_commit() {
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < TIMES; i++) {
            leases.add(granted(plainStore(), request("completed-" + i)).lease());
        }

        Costs costs = costsOn(
                EndingsOf::dataSource,
                endings -> assertThat(endings.complete(leases.remove(0), response("done")))
                        .isTrue());

        assertThat(costs.calls()).containsExactly("UPDATE");
        assertThat(costs.commits()).isEqualTo(TIMES);
        assertThat(costs.transactionIds()).isEqualTo(TIMES);
        assertThat(costs.updates()).isEqualTo(TIMES);
    }

    @Test
    void a_replay_costs_at_most_two_statements_one_if_the_record_was_seen_and_no_write() {
        ReservationRequest request = request("replayed");
        granted(plainStore(), request).complete(response("done"));

        Costs costs = costsOf(store -> {
            assertThat(store.reserve(retry(request))).isInstanceOf(Reservation.Replay.class);
            assertThat(store.reserve(retry(request))).isInstanceOf(Reservation.Replay.class);
        });

        assertThat(costs.calls()).containsExactly("INSERT", "SELECT", "SELECT");
        assertThat(costs.transactionIds()).isZero();
        assertThat(costs.inserts()).isZero();
        assertThat(costs.updates()).isZero();
    }

    @Test
    void a_look_costs_one_statement_and_writes_nothing() {
        ReservationRequest request = request("looked-at");
        granted(plainStore(), request).complete(response("done"));

        Costs costs = costsOf(store -> assertThat(store.look(request)).isPresent());

        assertThat(costs.calls()).containsExactly("SELECT");
        assertThat(costs.transactionIds()).isZero();
    }

    @Test
    void a_hundred_leases_are_renewed_by_one_statement() {
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            leases.add(granted(plainStore(), request("renewed-" + i)).lease());
        }

        Costs costs = costsOf(store -> assertThat(store.renew(leases)).hasSize(100));

        assertThat(costs.calls()).containsExactly("UPDATE");
        assertThat(costs.commits()).isEqualTo(TIMES);
    }

    private JdbcIdempotencyStore plainStore() {
        return new JdbcIdempotencyStore(database.dataSource(), JdbcStoreSettings.defaults());
    }

    /** The server's statistics arrive when the session ends. */
    private Costs costsOf(Consumer<JdbcIdempotencyStore> operation) {
        return costsOn(watched -> new JdbcIdempotencyStore(watched, JdbcStoreSettings.defaults()), operation);
    }

    private <T> Costs costsOn(Function<DataSource, T> watching, Consumer<T> operation) {
        Counts before = Counts.of(database);
        List<String> calls;
        try (HeldConnection connection = new HeldConnection(database)) {
            WatchedDataSource watched = new WatchedDataSource(connection, sql -> {});
            T store = watching.apply(watched);
            operation.accept(store);
            calls = List.copyOf(watched.calls());
            for (int i = 1; i < TIMES; i++) {
                operation.accept(store);
            }
        }
        Counts after = Counts.of(database);
        return new Costs(
                calls,
                after.commits() - before.commits() - overhead(),
                after.transactionId() - before.transactionId(),
                after.inserts() - before.inserts(),
                after.updates() - before.updates());
    }

    /** What connecting and counting cost, without any operation. */
    private long overhead() {
        Counts before = Counts.of(database);
        try (HeldConnection connection = new HeldConnection(database)) {
            connection.initConnection();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return Counts.of(database).commits() - before.commits();
    }

    private record Costs(List<String> calls, long commits, long transactionIds, long inserts, long updates) {}

    /** As the server counts, once every session has reported. */
    private record Counts(long commits, long transactionId, long inserts, long updates) {

        static Counts of(Database database) {
            JdbcClient outside = JdbcClient.create(server.maintenance().dataSource());
            awaitEndOfSessions(outside, database);
            Map<String, Object> tuples =
                    JdbcClient.create(database.dataSource()).sql("""
                        SELECT sum(n_tup_ins)::bigint AS inserted, sum(n_tup_upd)::bigint AS updated
                        FROM pg_stat_user_tables
                        """).query().singleRow();
            awaitEndOfSessions(outside, database);
            Map<String, Object> totals =
                    outside.sql("""
                        SELECT pg_stat_get_db_xact_commit(oid) AS committed,
                            pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS next
                        FROM pg_database
                        WHERE datname = ?
                        """).param(database.name()).query().singleRow();
            return new Counts(
                    (long) totals.get("committed"), (long) totals.get("next"), (long) tuples.get("inserted"), (long)
                            tuples.get("updated"));
        }
    }

    private static void awaitEndOfSessions(JdbcClient outside, Database database) {
        OtherSession.await(
                () -> outside.sql("SELECT count(*) FROM pg_stat_activity WHERE datname = ?")
                                .param(database.name())
                                .query(Long.class)
                                .single()
                        == 0,
                "all sessions to end");
    }

    private static final class HeldConnection extends SingleConnectionDataSource implements AutoCloseable {

        HeldConnection(Database database) {
            super(database.url(), database.user(), database.password(), true);
        }

        @Override
        public void close() {
            destroy();
        }
    }
}
