package dev.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.idempotency.core.atrest.ResponseProtection;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.jdbc.internal.transaction.AnswerSupplement;
import dev.idempotency.testbed.Database;
import dev.idempotency.testbed.TcpProxy;
import dev.idempotency.testbed.TcpProxy.OnSight;
import java.time.Duration;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application with business tables beside the records, on a line to the database that can be made bad. */
final class TransactionalFixture implements AutoCloseable {

    private final TestStore direct = TestStore.create();
    private final TcpProxy proxy = TcpProxy.to(direct.database());
    private final HikariDataSource pool;
    private final JdbcTransactionManager transactions;
    private final JdbcTemplate business;

    TransactionalFixture() {
        this(4);
    }

    TransactionalFixture(int connections) {
        this.pool = pool(direct.database().through(proxy), connections);
        this.transactions = new JdbcTransactionManager(pool);
        this.business = new JdbcTemplate(pool);
    }

    AnswerSupplement supplements() {
        return EndingsOf.supplements(pool);
    }

    TransactionalReservations reservations() {
        return reservations(TransactionDefinition.withDefaults());
    }

    TransactionalReservations reservations(TransactionDefinition definition) {
        return new TransactionalReservations(
                transactions,
                definition,
                pool,
                new JdbcIdempotencyStore(pool, JdbcStoreSettings.defaults()),
                JdbcStoreSettings.defaults());
    }

    /** Tells of each statement and rollback; the work must be done elsewhere. */
    TransactionalReservations reservations(Consumer<String> beforeCall) {
        DataSource watched = new WatchedDataSource(pool, beforeCall);
        return new TransactionalReservations(
                new JdbcTransactionManager(watched),
                TransactionDefinition.withDefaults(),
                watched,
                new JdbcIdempotencyStore(watched, JdbcStoreSettings.defaults()),
                JdbcStoreSettings.defaults());
    }

    TransactionalReservations protectedBy(ResponseProtection protection) {
        return new TransactionalReservations(
                transactions,
                TransactionDefinition.withDefaults(),
                pool,
                new JdbcIdempotencyStore(pool, JdbcStoreSettings.defaults(), protection),
                JdbcStoreSettings.defaults());
    }

    DataSource dataSource() {
        return pool;
    }

    /** The records, on a line that is good. */
    IdempotencyStore store() {
        return direct.store();
    }

    Database database() {
        return direct.database();
    }

    void letTimePass(Duration duration) {
        direct.letTimePass(duration);
    }

    void createBusinessTable() {
        database().execute("""
                CREATE TABLE customer (id int PRIMARY KEY);
                CREATE TABLE purchase (
                    id serial PRIMARY KEY,
                    customer int REFERENCES customer (id) DEFERRABLE INITIALLY DEFERRED)
                """);
    }

    void work() {
        business.update("INSERT INTO purchase DEFAULT VALUES");
    }

    void workThatFailsAtCommit() {
        business.update("INSERT INTO purchase (customer) VALUES (1)");
    }

    /** As a service does whose own transaction joined and failed. */
    void markForRollback() {
        TransactionTemplate joined = new TransactionTemplate(transactions, new DefaultTransactionDefinition());
        joined.executeWithoutResult(status -> status.setRollbackOnly());
    }

    /** As a handler does that catches what it should not. */
    void failAStatement() {
        try {
            business.update("INSERT INTO no_such_table DEFAULT VALUES");
        } catch (DataAccessException swallowed) {
            assertThat(swallowed).isNotNull();
        }
    }

    void loseTheAnswerToTheCommit() {
        proxy.when("COMMIT", OnSight.CUT_AFTER);
    }

    void loseTheCommit() {
        proxy.when("COMMIT", OnSight.CUT_BEFORE);
    }

    /** Cuts the connections in use; idle ones are made anew, as a pool does in time. */
    void cut() {
        pool.getHikariPoolMXBean().softEvictConnections();
        proxy.cut();
    }

    void refuse() {
        pool.getHikariPoolMXBean().softEvictConnections();
        proxy.refuse();
    }

    int committedRows() {
        return direct.sql()
                .sql("SELECT count(*) FROM purchase")
                .query(Integer.class)
                .single();
    }

    void assertNothingIsOpen() {
        assertThat(TransactionSynchronizationManager.isActualTransactionActive())
                .isFalse();
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        assertThat(direct.sql()
                        .sql("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND database ="
                                + " (SELECT oid FROM pg_database WHERE datname = current_database())")
                        .query(Integer.class)
                        .single())
                .isZero();
    }

    private static HikariDataSource pool(Database database, int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(connections);
        config.setConnectionTimeout(10_000);
        return new HikariDataSource(config);
    }

    @Override
    public void close() {
        pool.close();
        proxy.close();
        direct.close();
    }
}
