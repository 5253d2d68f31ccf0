package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/** Transactions that conflict with others while they read the record. Nothing has run, so they are begun again. */
class TransactionalConflictsTest {

    private final TransactionalFixture fixture = new TransactionalFixture();
    private final ReservationRequest request = request("key");
    private final AtomicInteger reads = new AtomicInteger();

    @AfterEach
    void close() {
        fixture.close();
    }

    /**
     * Three serializable transactions, each of which has not seen what the next one wrote:
     *
     * <ol>
     *   <li>the one that reads the record: its snapshot is taken, then the lock on the table holds it up;
     *   <li>the one that writes the record, and has read the stock;
     *   <li>the one that writes the stock, and commits first.
     * </ol>
     *
     * The last two are committed, so the first one can only fail, and it does so where it reads the record.
     */
    @Test
    void a_strict_transaction_that_conflicts_where_it_reads_the_record_is_begun_again() throws Exception {
        fixture.database().execute("CREATE TABLE stock (pieces int); INSERT INTO stock VALUES (7)");
        JdbcTemplate work = new JdbcTemplate(fixture.dataSource());
        TransactionalReservations writer = fixture.reservations(strict());
        TransactionalReservations reader = watched();

        GrantedRun run = granted(writer.reserve(request));
        work.queryForObject("SELECT pieces FROM stock", Integer.class);
        try (OtherSession other = new OtherSession(fixture.database())) {
            other.execute("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")
                    .execute("UPDATE stock SET pieces = 6")
                    .commit();
            work.execute("LOCK TABLE idempotency_record IN ACCESS EXCLUSIVE MODE");
            CompletableFuture<Reservation> read = CompletableFuture.supplyAsync(() -> reader.reserve(retry(request)));
            other.awaitBlocked(1);
            assertThat(run.complete(response("done"))).isTrue();

            assertThat(read.get(1, TimeUnit.MINUTES)).isInstanceOf(Reservation.Replay.class);
        }

        assertThat(reads).as("the first one failed").hasValue(2);
        fixture.assertNothingIsOpen();
    }

    @ParameterizedTest
    @ValueSource(strings = {"40001", "40P01", "26000", "42P05"})
    void after_nine_transient_failures_of_a_read_the_tenth_transaction_runs_the_work(String sqlState) {
        failFirst(9, sqlState);
        fixture.createBusinessTable();
        TransactionalReservations reservations = fixture.reservations();

        GrantedRun run = granted(reservations.reserve(request));
        fixture.work();
        run.fail("error");

        assertThat(attempts()).isEqualTo(10);
        assertThat(fixture.committedRows())
                .as("the work was in that transaction")
                .isZero();
        fixture.assertNothingIsOpen();
    }

    @ParameterizedTest
    @ValueSource(strings = {"40001", "40P01", "26000", "42P05"})
    void a_read_that_fails_ten_times_is_given_up_and_runs_nothing(String sqlState) {
        failFirst(1_000, sqlState);

        assertThatThrownBy(() -> fixture.reservations().reserve(request))
                .isInstanceOf(StoreException.NotApplied.class)
                .hasMessageContaining(sqlState);

        assertThat(attempts()).isEqualTo(10);
        fixture.assertNothingIsOpen();
    }

    @Test
    void a_read_that_fails_for_another_reason_is_given_up_at_once() {
        failFirst(1_000, "42501");

        assertThatThrownBy(() -> fixture.reservations().reserve(request))
                .isInstanceOf(StoreException.NotApplied.class)
                .hasMessageContaining("42501");

        assertThat(attempts()).isOne();
        fixture.assertNothingIsOpen();
    }

    /** Counts how often a record is read in a transaction. */
    private TransactionalReservations watched() {
        DataSource watched = new WatchedDataSource(fixture.dataSource(), sql -> {
            if (sql.contains("pg_try_advisory_xact_lock")) {
                reads.incrementAndGet();
            }
        });
        return new TransactionalReservations(
                new JdbcTransactionManager(watched),
                strict(),
                watched,
                new JdbcIdempotencyStore(watched, JdbcStoreSettings.defaults()),
                JdbcStoreSettings.defaults());
    }

    /** Puts a view in the table's place that fails whoever reads it. A sequence is not rolled back. */
    private void failFirst(int times, String sqlState) {
        fixture.database().execute("""
            CREATE SEQUENCE attempts;
            CREATE FUNCTION fail() RETURNS int LANGUAGE plpgsql AS
                'BEGIN IF nextval(''attempts'') <= %d THEN RAISE EXCEPTION ''no'' USING ERRCODE = ''%s''; END IF;
                RETURN 1; END';
            ALTER TABLE idempotency_record RENAME TO kept;
            CREATE VIEW idempotency_record AS SELECT kept.* FROM fail() CROSS JOIN kept
            """.formatted(times, sqlState));
    }

    private long attempts() {
        return JdbcClient.create(fixture.database().dataSource())
                .sql("SELECT last_value FROM attempts")
                .query(Long.class)
                .single();
    }

    private static TransactionDefinition strict() {
        DefaultTransactionDefinition strict = new DefaultTransactionDefinition();
        strict.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
        return strict;
    }

    private static GrantedRun granted(Reservation reservation) {
        return ((Reservation.Granted) reservation).run();
    }
}
