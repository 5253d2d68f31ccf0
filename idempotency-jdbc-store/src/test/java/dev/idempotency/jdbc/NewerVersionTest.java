package dev.idempotency.jdbc;

import static dev.idempotency.test.Requests.BY_HAND;
import static dev.idempotency.test.Requests.RETENTION;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.response;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.idempotency.core.record.RecordSummary;
import dev.idempotency.core.store.IdempotencyStore.Unresolved;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import dev.idempotency.core.store.Resolution;
import dev.idempotency.core.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
        granted(table.store(), request).complete(response("old form"));
        table.database().execute("UPDATE idempotency_record SET response_version = 2, response_headers = NULL");

        assertThat(table.store().reserve(retry(request)))
                .isInstanceOfSatisfying(
                        Reservation.ResponseUnavailable.class,
                        unavailable -> assertThat(unavailable.code()).isEqualTo(201));
        assertThat(table.store().find(request.id())).isPresent();
    }

    @Test
    void a_record_in_an_unknown_state_is_not_run_again() {
        granted(table.store(), request);
        table.database().execute("UPDATE idempotency_record SET state = 'postponed'");

        assertThatThrownBy(() -> table.store().reserve(retry(request)))
                .isInstanceOf(StoreException.NotApplied.class)
                .hasMessageContaining("version");
    }

    @Test
    void an_unreadable_unknown_outcome_does_not_keep_the_others_from_reconciliation() {
        for (String key : List.of("before", "newer", "after")) {
            granted(table.store(), request(key)).markUnknown("Timeout");
        }
        table.database().execute("UPDATE idempotency_record SET fingerprint = '\\x00' WHERE key = 'newer'");

        assertThat(table.store().claimUnknown(10, CLAIM))
                .extracting(record -> record.id().key().value())
                .containsExactly("before", "after");
        assertThat(table.store().claimUnknown(10, CLAIM)).isEmpty();
        assertThat(table.store().countUnknown(Unresolved.OPEN, 10)).isEqualTo(3);
    }

    @Test
    void an_unknown_outcome_that_cannot_be_read_is_listed_as_far_as_it_can_be() {
        for (String key : List.of("a", "newer", "z")) {
            granted(table.store(), request(key)).markUnknown("Timeout");
        }
        RecordSummary before = list(10).get(1);
        table.database().execute("UPDATE idempotency_record SET fingerprint = '\\x00' WHERE key = 'newer'");

        assertThat(list(10))
                .extracting(facts -> facts.id().key().value(), RecordSummary::readable)
                .containsExactly(tuple("a", true), tuple("newer", false), tuple("z", true));
        assertThat(list(10).get(1))
                .usingRecursiveComparison()
                .ignoringFields("readable")
                .isEqualTo(before);
    }

    @Test
    void an_unknown_outcome_that_cannot_be_read_can_be_decided_as_it_is_listed() {
        granted(table.store(), request).markUnknown("Timeout");
        table.database().execute("UPDATE idempotency_record SET fingerprint = '\\x00'");
        RecordSummary listed = list(10).get(0);

        assertThat(table.store()
                        .resolve(
                                listed.id(), listed.run(), new Resolution.NotExecuted(RETENTION), Optional.of(BY_HAND)))
                .isTrue();

        assertThat(list(10)).isEmpty();
        assertThatThrownBy(() -> table.store().reserve(retry(request)))
                .as("left to those who can read it")
                .isInstanceOf(StoreException.NotApplied.class);
    }

    /** A page that is not full is taken for the last one. */
    @Test
    void an_unknown_outcome_that_cannot_be_named_makes_no_page_shorter() {
        for (String key : List.of("a", "b", "y", "z")) {
            granted(table.store(), request(key)).markUnknown("Timeout");
        }
        table.database().execute("UPDATE idempotency_record SET key = E'b\\u00e4' || key WHERE key IN ('b', 'y')");

        assertThat(list(2)).extracting(facts -> facts.id().key().value()).containsExactly("a", "z");
        assertThat(list(10)).hasSize(2);
        assertThat(table.store().countUnknown(Unresolved.OPEN, 10)).isEqualTo(4);
    }

    private List<RecordSummary> list(int limit) {
        return table.store().listUnknown(Unresolved.OPEN, Optional.empty(), limit);
    }
}
