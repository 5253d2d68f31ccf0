package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.LEASE;
import static dev.idempotency.test.Requests.on;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.takeOver;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.record.Entity;
import dev.idempotency.core.record.State;
import dev.idempotency.core.scope.Scope;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.Reservation.EntityLocked;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Reservations;
import dev.idempotency.core.store.StoreException;
import dev.idempotency.jdbc.internal.record.AdvisoryLock;
import dev.idempotency.test.AtOnce;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/** Runs under leases and runs in transactions exclude each other for an entity. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EntitiesInBothModesTest {

    private static final Entity ORDER = new Entity(Scope.of("tenant"), "order:1");

    private final TransactionalFixture application = new TransactionalFixture(12);
    private final TransactionalReservations transactional = application.reservations();
    private final Reservations leased = application.store();
    private final ExecutorService another = Executors.newSingleThreadExecutor();

    @AfterEach
    void close() {
        another.shutdownNow();
        try {
            application.assertNothingIsOpen();
        } finally {
            application.close();
        }
    }

    @Test
    void while_a_transaction_works_on_it_no_lease_is_given() throws Exception {
        GrantedRun run = granted(transactional.reserve(asked("transaction")));

        assertLocked(leased, "lease");

        assertThat(run.complete(response("done"))).isTrue();
        granted(leased.reserve(asked("lease"))).complete(response("done"));
    }

    @Test
    void while_a_lease_works_on_it_no_transaction_begins() {
        GrantedRun run = granted(leased.reserve(asked("lease")));

        assertThat(transactional.reserve(asked("transaction"))).isInstanceOf(EntityLocked.class);
        application.assertNothingIsOpen();

        assertThat(run.complete(response("done"))).isTrue();
        granted(transactional.reserve(asked("transaction"))).fail("undone");
    }

    @Test
    void two_transactions_exclude_each_other_and_a_rollback_gives_it_free() throws Exception {
        GrantedRun first = granted(transactional.reserve(asked("first")));

        assertLocked(transactional, "second");

        first.fail("undone");
        granted(transactional.reserve(asked("second"))).fail("undone");
    }

    @Test
    void an_unknown_outcome_of_a_lease_keeps_it_from_transactions() {
        granted(leased.reserve(asked("lease"))).markUnknown("Timeout");

        assertThat(transactional.reserve(asked("transaction"))).isInstanceOf(EntityLocked.class);
    }

    @Test
    void a_transaction_ends_a_lost_lease_that_may_be_taken_over() {
        ReservationRequest lost = takeOver(asked("lost"));
        GrantedRun old = granted(leased.reserve(lost));
        application.letTimePass(LEASE.plusSeconds(1));

        assertThat(transactional.reserve(asked("transaction"))).isInstanceOf(EntityLocked.class);
        GrantedRun next = granted(transactional.reserve(asked("transaction")));

        assertThat(old.complete(response("late"))).isFalse();
        assertThat(next.complete(response("done"))).isTrue();
        assertThat(application.store().find(lost.id()).orElseThrow().state()).isEqualTo(State.FAILED_RETRYABLE);
    }

    @Test
    void a_transaction_makes_another_lost_lease_unknown() {
        ReservationRequest lost = asked("lost");
        granted(leased.reserve(lost));
        application.letTimePass(LEASE.plusSeconds(1));

        assertThat(transactional.reserve(asked("transaction"))).isInstanceOf(EntityLocked.class);

        assertThat(application.store().find(lost.id()).orElseThrow().state()).isEqualTo(State.UNKNOWN);
    }

    /** A transaction has the lock and has read nothing yet. */
    @Test
    void a_lease_is_not_given_between_the_lock_of_a_transaction_and_its_end() throws SQLException {
        try (OtherSession transaction = new OtherSession(application.database())) {
            transaction.execute("SELECT pg_advisory_xact_lock(" + AdvisoryLock.numberOfEntity(ORDER.value()) + ")");

            assertThat(leased.reserve(asked("lease"))).isInstanceOf(EntityLocked.class);
            assertThat(application.store().find(asked("lease").id())).isEmpty();

            transaction.commit();
        }
        granted(leased.reserve(asked("lease"))).complete(response("done"));
    }

    /** Its snapshot may be older than the lock. */
    @Test
    void a_stricter_transaction_is_refused() {
        DefaultTransactionDefinition strict = new DefaultTransactionDefinition();
        strict.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);

        assertThatThrownBy(() -> application.reservations(strict).reserve(asked("strict")))
                .isInstanceOf(StoreException.NotApplied.class)
                .hasMessageContaining("read committed");
        granted(application.reservations(strict).reserve(request("without"))).fail("undone");
    }

    @Test
    void of_many_in_both_modes_one_runs_at_a_time_and_none_is_lost() throws Exception {
        AtomicInteger running = new AtomicInteger();
        List<Callable<Integer>> clients = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Reservations mode = i % 2 == 0 ? transactional : leased;
            String key = "key-" + i;
            clients.add(() -> runAlone(mode, key, running));
        }

        assertThat(AtOnce.call(clients)).containsOnly(1);
        assertThat(running).hasValue(0);
    }

    /** Whoever shares a statement with others could wait for entities crosswise; so none does. */
    @Test
    void nodes_that_ask_for_entities_crosswise_never_meet_in_a_deadlock() throws Exception {
        try (TestStore other = TestStore.on(application.database(), config -> config.setMaximumPoolSize(8))) {
            List<Callable<Boolean>> clients = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                Reservations node = i % 2 == 0 ? leased : other.store();
                int client = i;
                clients.add(() -> {
                    for (int round = 0; round < 10; round++) {
                        int entity = (client % 2 == 0 ? round + client : 10 - round + client) % 3;
                        Reservation reservation = node.reserve(
                                on(new Entity(Scope.of("tenant"), "order:" + entity), request(client + "-" + round)));
                        if (reservation instanceof Reservation.Granted granted) {
                            granted.run().complete(response("done"));
                        }
                    }
                    return true;
                });
            }

            assertThat(AtOnce.call(clients)).containsOnly(true);
        }
        assertThat(new JdbcTemplate(application.dataSource())
                        .queryForObject(
                                "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()",
                                Integer.class))
                .isZero();
    }

    private int runAlone(Reservations mode, String key, AtomicInteger running) {
        for (int attempt = 0; attempt < 100_000; attempt++) {
            Reservation reservation = mode.reserve(asked(key));
            if (reservation instanceof Reservation.Granted granted) {
                int together = running.incrementAndGet();
                running.decrementAndGet();
                return granted.run().complete(response("done")) ? together : -1;
            }
            assertThat(reservation).isInstanceOf(EntityLocked.class);
        }
        return 0;
    }

    private void assertLocked(Reservations mode, String key) throws Exception {
        assertThat(another.submit(() -> mode.reserve(asked(key))).get(1, TimeUnit.MINUTES))
                .isInstanceOf(EntityLocked.class);
        assertThat(application.store().find(asked(key).id())).isEmpty();
    }

    private static ReservationRequest asked(String key) {
        return on(ORDER, request(key));
    }

    private static GrantedRun granted(Reservation reservation) {
        assertThat(reservation).isInstanceOf(Reservation.Granted.class);
        return ((Reservation.Granted) reservation).run();
    }
}
