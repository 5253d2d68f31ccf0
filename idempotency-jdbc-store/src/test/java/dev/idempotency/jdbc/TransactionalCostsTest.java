package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.testbed.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;

/** What protection adds to a transaction that the application needs anyway. */
class TransactionalCostsTest {

    private final Database database = Database.create();
    private final CountingDataSource connections = new CountingDataSource();
    private final WatchedDataSource watched = new WatchedDataSource(connections, sql -> {});
    private final TransactionalReservations reservations = node();
    private final ReservationRequest request = request("key");

    TransactionalCostsTest() {
        TestStore.createTable(database);
        database.execute("CREATE TABLE purchase (id serial PRIMARY KEY)");
    }

    /** Lock and read are two statements in one round trip, which also carries BEGIN: two round trips more in all. */
    @Test
    void a_first_request_costs_three_statements_in_two_round_trips_and_no_commit_and_no_connection_more() {
        run();

        assertThat(watched.calls()).containsExactly("SELECT", "INSERT", "INSERT", "commit");
        assertThat(connections.taken).hasValue(1);
    }

    @Test
    void a_replay_costs_one_statement_and_writes_nothing() {
        run();
        watched.calls().clear();
        connections.taken.set(0);

        assertThat(reservations.reserve(retry(request))).isInstanceOf(Reservation.Replay.class);

        assertThat(watched.calls()).containsExactly("SELECT");
        assertThat(connections.taken).hasValue(1);
    }

    @Test
    void a_replay_of_what_another_node_did_costs_one_round_trip_and_its_end_and_writes_nothing() {
        run();
        watched.calls().clear();
        connections.taken.set(0);

        assertThat(node().reserve(retry(request))).isInstanceOf(Reservation.Replay.class);

        assertThat(watched.calls()).containsExactly("SELECT", "rollback");
        assertThat(connections.taken).hasValue(1);
    }

    private TransactionalReservations node() {
        return new TransactionalReservations(
                new JdbcTransactionManager(watched),
                TransactionDefinition.withDefaults(),
                watched,
                new JdbcIdempotencyStore(watched, JdbcStoreSettings.defaults()),
                JdbcStoreSettings.defaults());
    }

    private void run() {
        Reservation.Granted granted = (Reservation.Granted) reservations.reserve(request);
        new JdbcTemplate(watched).update("INSERT INTO purchase DEFAULT VALUES", statement -> {});
        reservations.complete(granted.lease(), response("done"));
    }

    private final class CountingDataSource extends DelegatingDataSource {

        private final AtomicInteger taken = new AtomicInteger();

        CountingDataSource() {
            super(database.dataSource());
        }

        @Override
        public Connection getConnection() throws SQLException {
            taken.incrementAndGet();
            return super.getConnection();
        }
    }
}
