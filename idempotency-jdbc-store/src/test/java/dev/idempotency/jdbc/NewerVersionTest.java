package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.core.store.IdempotencyStore.Unresolved;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.StoreException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A rolling upgrade: rows that a newer version wrote, in ways that this one does not know. */
class NewerVersionTest {

    private static final Duration CLAIM = Duration.ofMinutes(1);

    private final TestStore table = TestStore.create();
    private final ReservationRequest request = request("newer");

    @AfterEach
    void stop() {
        table.close();
    }

    @Test
    void an_answer_in_an_unknown_form_is_not_replayed_and_not_run_again() {
        table.store().complete(granted(table.store(), request), response("old form"));
        table.database().execute("UPDATE idempotency_record SET response_version = 2, response_headers = NULL");

        assertThat(table.store().reserve(retry(request)))
                .isInstanceOfSatisfying(
                        Reservation.ResponseUnavailable.class,
                        unavailable -> assertThat(unavailable.status()).isEqualTo(201));
        assertThat(table.store().find(request.id())).isPresent();
    }

    @Test
    void a_record_in_an_unknown_state_is_not_run_again() {
        granted(table.store(), request);
        table.database().execute("UPDATE idempotency_record SET state = 'postponed'");

        assertThatThrownBy(() -> table.store().reserve(retry(request)))
                .isInstanceOf(StoreException.NotReached.class)
                .hasMessageContaining("version");
    }

    @Test
    void an_unknown_outcome_that_cannot_be_read_keeps_none_of_the_others_from_being_asked_after() {
        for (String key : List.of("before", "newer", "after")) {
            table.store().markUnknown(granted(table.store(), request(key)), "Timeout");
        }
        table.database().execute("UPDATE idempotency_record SET fingerprint = '\\x00' WHERE key = 'newer'");

        assertThat(table.store().claimUnknown(10, CLAIM))
                .extracting(record -> record.id().key().value())
                .containsExactly("before", "after");
        assertThat(table.store().claimUnknown(10, CLAIM)).isEmpty();
        assertThat(table.store().countUnknown(Unresolved.OPEN, 10)).isEqualTo(3);
    }
}
