package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.StoreException;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Which of the two has failed, the record or the commit that travels with it; and how long each may take. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommitFailuresTest {

    private static final JdbcStoreSettings IMPATIENT =
            new JdbcStoreSettings(TableName.DEFAULT, Duration.ofMillis(100), Duration.ofSeconds(1));

    private final TestStore table = TestStore.create();
    private final ReservationRequest request = request("key");

    @BeforeEach
    void business() {
        table.database().execute("""
                CREATE TABLE purchase (id serial PRIMARY KEY, code text, number int UNIQUE DEFERRABLE INITIALLY DEFERRED);
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF NEW.code = 'slow' THEN
                        PERFORM pg_sleep(1.5);
                    ELSIF NEW.code <> '' THEN
                        RAISE EXCEPTION 'refused' USING ERRCODE = NEW.code;
                    END IF;
                    RETURN NULL;
                END $$;
                CREATE CONSTRAINT TRIGGER refusal AFTER INSERT ON purchase DEFERRABLE INITIALLY DEFERRED
                    FOR EACH ROW EXECUTE FUNCTION refuse()""");
    }

    @AfterEach
    void close() {
        table.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"23505", "23503", "40001", "40P01", "25P02", "55P03", "57014", "53100", "P0001"})
    void a_commit_that_fails_is_reported_as_the_transaction_manager_does(String code) {
        assertReportedAlike(new JdbcTransactionManager(table.dataSource()), code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"23505", "40001"})
    void also_by_one_that_translates_nothing(String code) {
        assertReportedAlike(new DataSourceTransactionManager(table.dataSource()), code);
    }

    /** In simple query mode and with savepoints around statements the server tells less of what has failed. */
    @ParameterizedTest
    @ValueSource(strings = {"prepareThreshold=1", "prepareThreshold=0", "preferQueryMode=simple", "autosave=always"})
    void two_unique_keys_are_told_apart_however_the_driver_is_set(String setting) {
        try (HikariDataSource pool = pool(setting)) {
            TransactionalReservations reservations =
                    reservations(new JdbcTransactionManager(pool), pool, JdbcStoreSettings.defaults());
            assertThat(granted(reservations, request("a"), pool, 1).complete(response("done")))
                    .isTrue();

            GrantedRun late = granted(reservations, request("b"), pool, 2);
            granted(table.store().reserve(request("b"))).complete(response("rival's"));
            assertThat(late.complete(response("mine"))).isFalse();

            GrantedRun twice = granted(reservations, request, pool, 1);
            assertThatThrownBy(() -> twice.complete(response("done"))).isInstanceOf(DuplicateKeyException.class);

            assertThat(table.store().find(request.id())).isEmpty();
            assertThat(rows()).isOne();
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        }
    }

    @Test
    void the_record_waits_for_a_lock_no_longer_than_a_statement_may_take() throws SQLException {
        TransactionalReservations reservations = impatient();
        try (OtherSession other = new OtherSession(table.database())) {
            GrantedRun run = granted(reservations, request, table.dataSource(), 1);
            other.execute("LOCK TABLE idempotency_record IN SHARE MODE");

            assertThatThrownBy(() -> run.complete(response("done"))).isInstanceOf(StoreException.NotCommitted.class);
        }
        assertThat(rows()).isZero();
        granted(reservations.reserve(retry(request))).fail("undone");
    }

    @Test
    void the_commit_may_take_as_long_as_it_needs_and_leaves_no_setting_behind() {
        TransactionalReservations reservations = impatient();
        GrantedRun run = granted(reservations.reserve(request));
        write(table.dataSource(), "slow", 1);

        assertThat(run.complete(response("done"))).isTrue();

        assertThat(rows()).isOne();
        assertThat(new JdbcTemplate(table.dataSource()).queryForObject("SHOW lock_timeout", String.class))
                .isEqualTo("0");
    }

    private void assertReportedAlike(DataSourceTransactionManager transactions, String code) {
        Throwable plain = catchThrowable(() -> new TransactionTemplate(transactions)
                .executeWithoutResult(status -> write(table.dataSource(), code, 1)));
        TransactionalReservations reservations =
                reservations(transactions, table.dataSource(), JdbcStoreSettings.defaults());
        GrantedRun run = granted(reservations.reserve(request));
        write(table.dataSource(), code, 1);

        Throwable thrown = catchThrowable(() -> run.complete(response("done")));

        assertThat(thrown).hasSameClassAs(plain).hasMessage(plain.getMessage());
        assertThat(thrown.getCause()).hasSameClassAs(plain.getCause());
        assertThat(rows()).isZero();
        assertThat(table.store().find(request.id())).isEmpty();
        assertThat(table.dataSource().getHikariPoolMXBean().getActiveConnections())
                .isZero();
    }

    private TransactionalReservations impatient() {
        return reservations(new JdbcTransactionManager(table.dataSource()), table.dataSource(), IMPATIENT);
    }

    private static TransactionalReservations reservations(
            DataSourceTransactionManager transactions, HikariDataSource pool, JdbcStoreSettings settings) {
        return new TransactionalReservations(
                transactions,
                TransactionDefinition.withDefaults(),
                pool,
                new JdbcIdempotencyStore(pool, settings),
                settings);
    }

    private static GrantedRun granted(
            TransactionalReservations reservations, ReservationRequest asked, HikariDataSource pool, int number) {
        GrantedRun run = granted(reservations.reserve(asked));
        write(pool, "", number);
        return run;
    }

    private static GrantedRun granted(Reservation reservation) {
        return ((Reservation.Granted) reservation).run();
    }

    private static void write(HikariDataSource pool, String code, int number) {
        new JdbcTemplate(pool).update("INSERT INTO purchase (code, number) VALUES (?, ?)", code, number);
    }

    private HikariDataSource pool(String setting) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(table.database().url() + "?" + setting);
        pool.setUsername(table.database().user());
        pool.setPassword(table.database().password());
        pool.setMaximumPoolSize(2);
        return pool;
    }

    private int rows() {
        return table.sql()
                .sql("SELECT count(*) FROM purchase")
                .query(Integer.class)
                .single();
    }
}
