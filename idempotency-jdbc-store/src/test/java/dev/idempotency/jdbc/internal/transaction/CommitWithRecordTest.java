package dev.idempotency.jdbc.internal.transaction;

import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.jdbc.JdbcIdempotencyStore;
import dev.idempotency.jdbc.JdbcStoreSettings;
import dev.idempotency.jdbc.TestStore;
import dev.idempotency.jdbc.TransactionalReservations;
import dev.idempotency.jdbc.WatchedDataSource;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** When the commit travels with the record, and when it must not. */
class CommitWithRecordTest {

    private final TestStore table = TestStore.create();
    private final WatchedDataSource watched = new WatchedDataSource(table.dataSource(), sql -> {});
    private final JdbcTransactionManager transactions = new JdbcTransactionManager(watched);
    private final JdbcTemplate business = new JdbcTemplate(watched);
    private final ReservationRequest request = request("key");

    @BeforeEach
    void business() {
        table.database().execute("CREATE TABLE purchase (id serial PRIMARY KEY)");
    }

    @AfterEach
    void close() {
        table.close();
    }

    @Test
    void it_does_where_the_record_is_the_last_thing_in_the_transaction() {
        assertThat(run(transactions, () -> {})).isTrue();

        assertThat(hasTravelled()).isTrue();
        assertThat(rowsOfTheRecordsTransaction()).isOne();
        assertThat(TransactionSynchronizationManager.hasResource(watched)).isFalse();
        assertThat(table.dataSource().getHikariPoolMXBean().getActiveConnections())
                .isZero();
    }

    @Test
    void it_does_with_a_transaction_manager_that_translates_nothing() {
        assertThat(run(new DataSourceTransactionManager(watched), () -> {})).isTrue();

        assertThat(hasTravelled()).isTrue();
        assertThat(rowsOfTheRecordsTransaction()).isOne();
    }

    @Test
    void a_callback_that_writes_at_the_commit_is_in_the_transaction() {
        run(transactions, () -> register(this::work));

        assertThat(hasTravelled()).isFalse();
        assertThat(rowsOfTheRecordsTransaction()).isEqualTo(2);
    }

    @Test
    void a_callback_that_prevents_the_commit_leaves_nothing() {
        assertRefused(transactions, () -> register(CommitWithRecordTest::refuse));
    }

    @Test
    void a_listener_that_prevents_the_commit_leaves_nothing() {
        transactions.addListener(new TransactionExecutionListener() {
            @Override
            public void beforeCommit(TransactionExecution transaction) {
                refuse();
            }
        });

        assertRefused(transactions, () -> {});
    }

    @Test
    void a_transaction_manager_that_does_more_at_the_commit_may_still_prevent_it() {
        assertRefused(
                new JdbcTransactionManager(watched) {
                    @Override
                    protected void prepareForCommit(DefaultTransactionStatus status) {
                        refuse();
                    }
                },
                () -> {});
    }

    @Test
    void it_does_not_where_nobody_could_tell_of_callbacks() {
        transactions.setTransactionSynchronization(AbstractPlatformTransactionManager.SYNCHRONIZATION_NEVER);

        assertThat(run(transactions, () -> {})).isTrue();

        assertThat(hasTravelled()).isFalse();
    }

    @Test
    void it_does_not_where_the_transaction_goes_on_or_is_rolled_back() throws SQLException {
        CommitWithRecord commit = new CommitWithRecord(transactions);
        TransactionStatus outer = transactions.getTransaction(TransactionDefinition.withDefaults());
        Connection connection = DataSourceUtils.getConnection(watched);
        assertThat(commit.isAllowed(outer, connection)).isTrue();

        TransactionStatus joined = transactions.getTransaction(TransactionDefinition.withDefaults());
        assertThat(commit.isAllowed(joined, connection)).isFalse();

        outer.createSavepoint();
        TransactionStatus nested = transactions.getTransaction(nested());
        assertThat(commit.isAllowed(nested, connection)).isFalse();
        transactions.rollback(nested);

        outer.setRollbackOnly();
        assertThat(commit.isAllowed(outer, connection)).isFalse();
        transactions.rollback(outer);
    }

    @Test
    void it_does_not_with_another_driver() throws SQLException {
        TransactionStatus status = transactions.getTransaction(TransactionDefinition.withDefaults());
        Connection foreign = (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("isWrapperFor");
                    return false;
                });

        assertThat(new CommitWithRecord(transactions).isAllowed(status, foreign))
                .isFalse();
        transactions.rollback(status);
    }

    private static DefaultTransactionDefinition nested() {
        return new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_NESTED);
    }

    private void assertRefused(JdbcTransactionManager manager, Runnable arrangement) {
        assertThatIllegalStateException().isThrownBy(() -> run(manager, arrangement));

        assertThat(hasTravelled()).isFalse();
        assertThat(count("SELECT count(*) FROM purchase")).isZero();
        assertThat(table.store().find(request.id())).isEmpty();
    }

    private boolean run(DataSourceTransactionManager manager, Runnable arrangement) {
        TransactionalReservations reservations = new TransactionalReservations(
                manager,
                TransactionDefinition.withDefaults(),
                watched,
                new JdbcIdempotencyStore(watched, JdbcStoreSettings.defaults()),
                JdbcStoreSettings.defaults());
        GrantedRun run = ((Reservation.Granted) reservations.reserve(request)).run();
        work();
        arrangement.run();
        return run.complete(response("done"));
    }

    private void work() {
        business.update("INSERT INTO purchase DEFAULT VALUES", statement -> {});
    }

    private static void register(Runnable atCommit) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
                atCommit.run();
            }
        });
    }

    private static void refuse() {
        throw new IllegalStateException("not now");
    }

    private boolean hasTravelled() {
        return watched.calls().contains("SET");
    }

    private int rowsOfTheRecordsTransaction() {
        return count(
                "SELECT count(*) FROM purchase p, idempotency_record r WHERE r.key = 'key' AND r.xmin::text = p.xmin::text");
    }

    private int count(String sql) {
        return table.sql().sql(sql).query(Integer.class).single();
    }
}
