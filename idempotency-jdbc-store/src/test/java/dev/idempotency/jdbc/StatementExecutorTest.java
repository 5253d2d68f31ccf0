package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;

import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionTemplate;

class StatementExecutorTest {

    private TestStore table = TestStore.create();

    @AfterEach
    void stop() {
        table.close();
    }

    @Test
    void a_reservation_outlives_the_transaction_that_its_caller_rolls_back() {
        TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(table.dataSource()));
        ReservationRequest request = request("rolled-back");

        transaction.executeWithoutResult(status -> {
            granted(table.store(), request);
            status.setRollbackOnly();
        });

        assertThat(table.store().reserve(retry(request))).isInstanceOf(Reservation.InProgress.class);
    }

    static Stream<Named<UnaryOperator<DataSource>>> joining() {
        return Stream.of(
                named("one that joins", TransactionAwareDataSourceProxy::new),
                named(
                        "two that join",
                        real -> new TransactionAwareDataSourceProxy(new TransactionAwareDataSourceProxy(real))),
                named(
                        "a lazy one around one that joins",
                        real -> new LazyConnectionDataSourceProxy(new TransactionAwareDataSourceProxy(real))),
                named(
                        "one that joins around a lazy one",
                        real -> new TransactionAwareDataSourceProxy(new LazyConnectionDataSourceProxy(real))));
    }

    @ParameterizedTest
    @MethodSource("joining")
    void a_data_source_that_joins_transactions_is_looked_behind(UnaryOperator<DataSource> joining) {
        IdempotencyStore store =
                new JdbcIdempotencyStore(joining.apply(table.dataSource()), JdbcStoreSettings.defaults());
        TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(table.dataSource()));
        ReservationRequest request = request("joined");
        table.database().execute("CREATE TABLE orders (id int)");

        transaction.executeWithoutResult(status -> {
            JdbcClient.create(table.dataSource())
                    .sql("INSERT INTO orders VALUES (1)")
                    .update();
            granted(store, request);
            status.setRollbackOnly();
        });

        assertThat(store.reserve(retry(request))).isInstanceOf(Reservation.InProgress.class);
        assertThat(table.sql()
                        .sql("SELECT count(*) FROM orders")
                        .query(Integer.class)
                        .single())
                .as("orders of the transaction that was rolled back")
                .isZero();
    }

    @Test
    void a_pool_without_auto_commit_is_used_and_given_back_as_it_was() throws SQLException {
        table.close();
        table = TestStore.create(config -> {
            config.setAutoCommit(false);
            config.setMaximumPoolSize(1);
        });
        ReservationRequest request = request("manual");

        GrantedRun run = granted(table.store(), request);

        assertThat(table.sql()
                        .sql("SELECT count(*) FROM idempotency_record")
                        .query(Integer.class)
                        .single())
                .isOne();
        assertThat(run.complete(response("done"))).isTrue();
        try (Connection connection = table.dataSource().getConnection()) {
            assertThat(connection.getAutoCommit()).isFalse();
        }
    }

    @Test
    void no_connection_is_held_between_reservation_and_completion() {
        GrantedRun run = granted(table.store(), request("held"));

        assertThat(table.dataSource().getHikariPoolMXBean().getActiveConnections())
                .isZero();

        run.complete(response("done"));
        assertThat(table.dataSource().getHikariPoolMXBean().getActiveConnections())
                .isZero();
    }

    /** The store is the last to wait, and so the one that Postgres picks. */
    @Test
    void a_deadlock_is_tried_again() throws Exception {
        GrantedRun first = granted(table.store(), request("first"));
        GrantedRun middle = granted(table.store(), request("middle"));
        GrantedRun last = granted(table.store(), request("last"));
        try (OtherSession gate =
                        new OtherSession(table.database()).lock(middle.lease().id());
                OtherSession rival =
                        new OtherSession(table.database()).lock(last.lease().id())) {
            rival.execute("SET deadlock_timeout = '1min'");
            CompletableFuture<Integer> renewed = CompletableFuture.supplyAsync(() -> table.patientStore()
                    .renew(List.of(first.lease(), middle.lease(), last.lease()))
                    .size());
            gate.awaitBlocked(1);
            CompletableFuture<Void> crossing = CompletableFuture.runAsync(() -> {
                try {
                    rival.lock(first.lease().id()).commit();
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            gate.awaitBlocked(2);
            gate.commit();

            crossing.join();
            assertThat(renewed.get()).isEqualTo(3);
        }
        OtherSession.await(() -> deadlocks() > 0, "the statistics to tell of a deadlock");
    }

    private long deadlocks() {
        return table.sql()
                .sql("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
                .query(Long.class)
                .single();
    }
}
