package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.StoreException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A record that is gone between the conflict and the read: peers then ran without a reservation. */
class VanishingRecordTest {

    private final TestStore table = TestStore.create();
    private final ReservationRequest request = request("vanishing");

    @AfterEach
    void stop() {
        table.close();
    }

    @Test
    void a_record_removed_between_conflict_and_read_is_reserved_anew() {
        table.store().complete(granted(table.store(), request), response("old"));
        AtomicBoolean first = new AtomicBoolean(true);
        JdbcIdempotencyStore store = withBeforeRead(() -> {
            if (first.getAndSet(false)) {
                table.store().evict(request.id());
            }
        });

        assertThat(store.reserve(retry(request))).isInstanceOf(Reservation.Granted.class);
        assertThat(first).isFalse();
    }

    @Test
    void a_record_that_comes_and_goes_for_ever_is_given_up_and_nothing_runs() {
        table.database().execute("""
            CREATE FUNCTION gone() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
            CREATE TRIGGER gone BEFORE INSERT ON idempotency_record FOR EACH ROW EXECUTE FUNCTION gone()""");

        assertThatThrownBy(() -> table.store().reserve(request))
                .isInstanceOf(StoreException.NotReached.class)
                .hasMessageContaining("5 times");
    }

    private JdbcIdempotencyStore withBeforeRead(Runnable hook) {
        WatchedDataSource watched = new WatchedDataSource(table.dataSource(), sql -> {
            if (sql.startsWith("SELECT scope")) {
                hook.run();
            }
        });
        return new JdbcIdempotencyStore(watched, JdbcStoreSettings.defaults());
    }
}
