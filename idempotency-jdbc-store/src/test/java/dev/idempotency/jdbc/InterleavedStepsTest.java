package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.BY_HAND;
import static dev.idempotency.test.Requests.LEASE;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static dev.idempotency.test.Requests.takeOver;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.StoreException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A record that changes between two steps of a reservation. Peers then ran without one. */
class InterleavedStepsTest {

    private final TestStore table = TestStore.create();
    private final ReservationRequest request = request("vanishing");

    @AfterEach
    void stop() {
        table.close();
    }

    @Test
    void a_record_removed_between_conflict_and_read_is_reserved_anew() {
        granted(table.store(), request).complete(response("old"));
        AtomicBoolean evicted = new AtomicBoolean();
        JdbcIdempotencyStore store = withBefore("SELECT scope", () -> {
            if (!evicted.getAndSet(true)) {
                table.store().evict(request.id(), BY_HAND);
            }
        });

        assertThat(store.reserve(retry(request))).isInstanceOf(Reservation.Granted.class);
        assertThat(evicted).isTrue();
    }

    @Test
    void a_record_that_comes_and_goes_for_ever_is_given_up_and_nothing_runs() {
        table.database().execute("""
            CREATE FUNCTION gone() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
            CREATE TRIGGER gone BEFORE INSERT ON idempotency_record FOR EACH ROW EXECUTE FUNCTION gone()""");

        assertThatThrownBy(() -> table.store().reserve(request))
                .isInstanceOf(StoreException.NotApplied.class)
                .hasMessageContaining("5 times");
    }

    @Test
    void a_lease_renewed_between_read_and_take_over_is_not_taken_over() {
        assertRenewalWins(takeOver(request));
    }

    @Test
    void a_lease_renewed_between_read_and_lapse_does_not_lapse() {
        assertRenewalWins(retry(request));
    }

    private void assertRenewalWins(ReservationRequest first) {
        GrantedRun run = granted(table.store(), first);
        table.letTimePass(LEASE);
        AtomicBoolean renewed = new AtomicBoolean();
        JdbcIdempotencyStore store = withBefore("UPDATE", () -> {
            table.store().renew(List.of(run.lease()));
            renewed.set(true);
        });

        assertThat(store.reserve(retry(first))).isInstanceOf(Reservation.InProgress.class);
        assertThat(renewed).isTrue();
        assertThat(run.complete(response("done"))).isTrue();
    }

    private JdbcIdempotencyStore withBefore(String statement, Runnable hook) {
        WatchedDataSource watched = new WatchedDataSource(table.dataSource(), sql -> {
            if (sql.startsWith(statement)) {
                hook.run();
            }
        });
        return new JdbcIdempotencyStore(watched, JdbcStoreSettings.defaults());
    }
}
