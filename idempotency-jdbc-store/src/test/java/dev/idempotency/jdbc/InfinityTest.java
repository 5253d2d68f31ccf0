package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.idempotency.core.record.State;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;

/** Somebody has written {@code infinity} where a time is kept. */
class InfinityTest {

    private final TestStore table = TestStore.create();
    private final ReservationRequest request = request("for ever");

    @AfterEach
    void stop() {
        table.close();
    }

    @Test
    void a_record_that_never_expires_is_replayed_with_a_time_that_can_be_told_as_a_date() {
        granted(table.store(), request).complete(response("done"));
        change("expires_at = 'infinity', reap_at = 'infinity'");

        Reservation.Replay replay = (Reservation.Replay) table.store().reserve(retry(request));

        assertThat(replay.response().body()).contains("done".getBytes());
        assertThat(replay.expiresAt()).isEqualTo("9999-12-31T23:59:59Z");
        assertThatCode(() -> replay.expiresAt().toEpochMilli()).doesNotThrowAnyException();
        assertThat(transactional().reserve(retry(request))).isInstanceOf(Reservation.Replay.class);
        assertThat(table.store().find(request.id())).isPresent();
    }

    @Test
    void a_run_whose_lease_never_ends_is_in_progress_and_can_end() {
        GrantedRun run = granted(table.store(), request);
        change("lease_until = 'infinity'");

        assertThat(table.store().reserve(retry(request)))
                .isInstanceOfSatisfying(
                        Reservation.InProgress.class,
                        answer -> assertThat(answer.leaseLeft()).isGreaterThan(Duration.ofDays(365)));
        assertThat(run.fail("nothing done")).isTrue();
        assertThat(table.store().reserve(retry(request))).isInstanceOf(Reservation.Granted.class);
    }

    @Test
    void a_failed_record_that_never_expires_is_replaced_in_a_transaction() {
        granted(table.store(), request).fail("nothing done");
        change("lease_until = 'infinity', expires_at = 'infinity', reap_at = 'infinity'");
        TransactionalReservations transactional = transactional();

        Reservation.Granted granted = (Reservation.Granted) transactional.reserve(retry(request));

        assertThat(granted.run().complete(response("done"))).isTrue();
        assertThat(table.store().find(request.id()).orElseThrow().state()).isEqualTo(State.COMPLETED);
    }

    private void change(String assignments) {
        table.sql().sql("UPDATE idempotency_record SET " + assignments).update();
    }

    private TransactionalReservations transactional() {
        return new TransactionalReservations(
                new JdbcTransactionManager(table.dataSource()),
                TransactionDefinition.withDefaults(),
                table.dataSource(),
                table.store(),
                JdbcStoreSettings.defaults());
    }
}
