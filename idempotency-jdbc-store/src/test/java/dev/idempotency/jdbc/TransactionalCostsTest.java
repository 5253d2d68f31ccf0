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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What protection adds to a transaction that the application needs anyway. */
class TransactionalCostsTest {

    private final Database database = Database.create();
    private final CountingDataSource connections = new CountingDataSource(database);
    private final WatchedDataSource watched = new WatchedDataSource(connections, sql -> {});
    private final JdbcTransactionManager transactions = new JdbcTransactionManager(watched);
    private final TransactionalReservations reservations = node();
    private final ReservationRequest request = request("key");

    TransactionalCostsTest() {
        TestStore.createTable(database);
        database.execute("CREATE TABLE purchase (id serial PRIMARY KEY)");
    }

    /** The last has the commit with it, and what bounds its wait for a lock; the call that commits finds nothing to send. */
    @Test
    void a_first_request_costs_no_commit_and_no_connection_more() {
        run();

        assertThat(watched.calls()).containsExactly("SELECT", "INSERT", "SET", "commit");
        assertThat(connections.taken).hasValue(1);
    }

    /** Lock and read share the one that also carries BEGIN, record and commit share another. */
    @Test
    void a_first_request_costs_one_round_trip_more() throws SQLException {
        connections.only.initConnection();
        int plain = CountedSockets.roundTrips(
                () -> new TransactionTemplate(transactions).executeWithoutResult(status -> work()));

        assertThat(CountedSockets.roundTrips(this::run)).isEqualTo(plain + 1).isEqualTo(3);
    }

    @Test
    void a_first_request_with_callbacks_at_its_commit_costs_two_round_trips_more() throws SQLException {
        connections.only.initConnection();
        int apart = CountedSockets.roundTrips(() -> run(() -> {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {});
            work();
        }));

        assertThat(apart).isEqualTo(4);
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
    void a_replay_of_another_nodes_answer_costs_one_round_trip_and_the_end_no_write() {
        run();
        watched.calls().clear();
        connections.taken.set(0);

        assertThat(node().reserve(retry(request))).isInstanceOf(Reservation.Replay.class);

        assertThat(watched.calls()).containsExactly("SELECT", "rollback");
        assertThat(connections.taken).hasValue(1);
    }

    private TransactionalReservations node() {
        return new TransactionalReservations(
                transactions,
                TransactionDefinition.withDefaults(),
                watched,
                new JdbcIdempotencyStore(watched, JdbcStoreSettings.defaults()),
                JdbcStoreSettings.defaults());
    }

    private void run() {
        run(this::work);
    }

    private void run(Runnable work) {
        Reservation.Granted granted = (Reservation.Granted) reservations.reserve(request);
        work.run();
        granted.run().complete(response("done"));
    }

    private void work() {
        new JdbcTemplate(watched).update("INSERT INTO purchase DEFAULT VALUES", statement -> {});
    }

    @AfterEach
    void close() {
        connections.only.destroy();
    }

    /** Has one connection, which stays open. */
    private static final class CountingDataSource extends DelegatingDataSource {

        private final AtomicInteger taken = new AtomicInteger();
        private final SingleConnectionDataSource only;

        CountingDataSource(Database database) {
            only = new SingleConnectionDataSource(
                    database.url() + CountedSockets.parameter(), database.user(), database.password(), true);
            setTargetDataSource(only);
        }

        @Override
        public Connection getConnection() throws SQLException {
            taken.incrementAndGet();
            return super.getConnection();
        }
    }
}
