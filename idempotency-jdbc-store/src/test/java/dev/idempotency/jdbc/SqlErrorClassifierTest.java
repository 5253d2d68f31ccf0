package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.idempotency.core.record.State;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.testbed.Database;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server refuses: certainly nothing happened. */
class SqlErrorClassifierTest {

    private final TestStore table = TestStore.create(config -> {
        config.setMaximumPoolSize(2);
        config.setConnectionTimeout(500);
    });
    private final IdempotencyStore store = table.store();

    @AfterEach
    void stop() {
        table.close();
    }

    @Test
    void a_record_that_somebody_else_holds_too_long_is_not_reached() throws SQLException {
        ReservationRequest request = request("locked");
        GrantedRun run = granted(store, request);
        try (OtherSession other = new OtherSession(table.database())) {
            other.lock(request.id());

            assertThatThrownBy(() -> run.complete(response("done")))
                    .isInstanceOf(StoreException.NotApplied.class)
                    .hasMessageContaining("55P03");
            assertThat(store.find(request.id()).orElseThrow().state()).isEqualTo(State.IN_PROGRESS);
        }
        assertThat(run.complete(response("done"))).isTrue();
    }

    @Test
    void the_lock_timeout_does_not_stay_with_the_connection() throws SQLException {
        granted(store, request("timed"));

        try (Connection connection = table.dataSource().getConnection();
                var rows = connection.createStatement().executeQuery("SHOW lock_timeout")) {
            rows.next();
            assertThat(rows.getString(1)).isEqualTo("0");
        }
    }

    @Test
    void a_locked_table_is_waited_for_no_longer_than_a_row_and_nothing_is_applied() throws SQLException {
        JdbcIdempotencyStore hasty = new JdbcIdempotencyStore(
                table.dataSource(),
                new JdbcStoreSettings(TableName.DEFAULT, Duration.ofMillis(100), Duration.ofSeconds(30)));
        ReservationRequest request = request("table");
        GrantedRun run = granted(hasty, request);
        try (OtherSession other = new OtherSession(table.database())) {
            other.execute("LOCK TABLE idempotency_record IN ACCESS EXCLUSIVE MODE");

            List<ThrowingCallable> operations = List.of(
                    () -> hasty.reserve(request("another")),
                    () -> hasty.reserve(request),
                    () -> hasty.look(request),
                    () -> hasty.find(request.id()),
                    () -> run.complete(response("done")),
                    () -> hasty.renew(List.of(run.lease())),
                    () -> hasty.count(request.id().scope(), 1),
                    () -> hasty.sweep(Duration.ofHours(1), 1),
                    hasty::count);
            assertThat(operations)
                    .allSatisfy(operation -> assertThatThrownBy(operation)
                            .isInstanceOf(StoreException.NotApplied.class)
                            .hasMessageContaining("55P03"));
        }
    }

    @Test
    void a_statement_that_takes_too_long_for_another_reason_is_not_reached() {
        JdbcIdempotencyStore hasty = new JdbcIdempotencyStore(
                table.dataSource(),
                new JdbcStoreSettings(TableName.DEFAULT, Duration.ofMillis(100), Duration.ofSeconds(1)));
        table.database().execute("""
            CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(60); RETURN NEW; END';
            CREATE TRIGGER linger BEFORE INSERT ON idempotency_record FOR EACH ROW EXECUTE FUNCTION linger()""");

        assertThatThrownBy(() -> hasty.reserve(request("slow")))
                .isInstanceOf(StoreException.NotApplied.class)
                .hasMessageContaining("57014");
    }

    @Test
    void one_record_that_somebody_holds_costs_no_other_its_lease() throws SQLException {
        GrantedRun locked = granted(store, request("renew-locked"));
        GrantedRun free = granted(store, request("renew-free"));
        table.letTimePass(Duration.ofSeconds(50));
        try (OtherSession other = new OtherSession(table.database())) {
            other.lock(locked.lease().id());

            assertThatThrownBy(() -> store.renew(List.of(locked.lease(), free.lease())))
                    .isInstanceOf(StoreException.NotApplied.class);
        }
        table.letTimePass(Duration.ofSeconds(50));

        assertThat(store.sweep(Duration.ofHours(1), 10)).isOne();
        assertThat(store.find(free.lease().id()).orElseThrow().state()).isEqualTo(State.IN_PROGRESS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"53100", "53200", "58030", "25006", "42501", "XX000", "23514", "P0001"})
    void whatever_the_server_refuses_did_not_happen(String sqlState) {
        GrantedRun run = granted(store, request("refused"));
        table.database().execute("""
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                'BEGIN RAISE EXCEPTION ''no'' USING ERRCODE = ''%s''; END';
            CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON idempotency_record
                FOR EACH ROW EXECUTE FUNCTION refuse()""".formatted(sqlState));

        assertThatThrownBy(() -> run.complete(response("done")))
                .isInstanceOf(StoreException.NotApplied.class)
                .hasMessageContaining(sqlState);
        assertThatThrownBy(() -> store.reserve(request("another"))).isInstanceOf(StoreException.NotApplied.class);
    }

    @Test
    void a_database_that_only_reads_still_replays_what_can_be_looked_at() {
        ReservationRequest request = request("read-only");
        granted(store, request).complete(response("done"));
        Database database = table.database();
        database.execute("ALTER DATABASE " + database.name() + " SET default_transaction_read_only = on");
        try (TestStore standby = TestStore.on(database, config -> {})) {
            assertThatThrownBy(() -> standby.store().reserve(request("read-only-new")))
                    .isInstanceOf(StoreException.NotApplied.class)
                    .hasMessageContaining("25006");
            assertThat(standby.store().look(request)).get().isInstanceOf(Reservation.Replay.class);
        }
    }

    @Test
    void a_missing_table_is_told_as_such() {
        table.database().execute("DROP TABLE idempotency_record");

        assertThatThrownBy(() -> store.reserve(request("nowhere")))
                .isInstanceOf(StoreException.NotApplied.class)
                .hasMessageContaining("missing");
    }

    @Test
    void a_full_pool_is_a_store_that_was_not_reached() throws SQLException {
        try (Connection one = table.dataSource().getConnection();
                Connection two = table.dataSource().getConnection()) {
            assertThat(one).isNotSameAs(two);
            assertThatThrownBy(() -> store.reserve(request("full"))).isInstanceOf(StoreException.NotApplied.class);
        }
    }

    @Test
    void an_error_of_the_database_does_not_quote_a_key_or_an_answer() {
        GrantedRun run = granted(store, request("secret-key"));
        table.database().execute("ALTER TABLE idempotency_record ADD CHECK (state <> 'completed')");

        Throwable thrown = catchThrowable(() -> run.complete(response("secret-answer")));

        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        assertThat(thrown).isInstanceOf(StoreException.NotApplied.class);
        assertThat(trace.toString()).contains("23514").doesNotContain("secret", "tester");
    }
}
