package dev.idempotency.jdbc;

import static dev.idempotency.jdbc.ProtectionTest.ANSWER;
import static dev.idempotency.jdbc.ProtectionTest.assertReplayed;
import static dev.idempotency.jdbc.ProtectionTest.assertUnavailable;
import static dev.idempotency.jdbc.ProtectionTest.codec;
import static dev.idempotency.jdbc.ProtectionTest.resolved;
import static dev.idempotency.test.Requests.fingerprint;
import static dev.idempotency.test.Requests.granted;
import static dev.idempotency.test.Requests.request;
import static dev.idempotency.test.Requests.retry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.core.atrest.ResponseProtection;
import dev.idempotency.core.store.GrantedRun;
import dev.idempotency.core.store.IdempotencyStore;
import dev.idempotency.core.store.Reservation;
import dev.idempotency.core.store.ReservationRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Somebody writes to the table: an encrypted answer belongs to its request, and only an encrypted one may count. */
class BoundAnswersTest {

    private final TestStore table = TestStore.create();
    private final IdempotencyStore plain = table.store();
    private final IdempotencyStore encrypted = new JdbcIdempotencyStore(
            table.dataSource(), JdbcStoreSettings.defaults(), ProtectionTest.protection("k1", "k1"));

    @AfterEach
    void stop() {
        table.close();
    }

    /** Whoever could write to the table would otherwise give one request the answer of another. */
    @Test
    void an_answer_whose_fingerprint_was_exchanged_is_neither_replayed_nor_run_again() {
        ReservationRequest completed = request("tester", "completed", "body");
        granted(encrypted, completed).complete(ANSWER);
        ReservationRequest found = request("tester", "found", "body");
        resolved(encrypted, found);
        exchangeFingerprints("other");

        assertUnavailable(encrypted, request("tester", "completed", "other"));
        assertUnavailable(encrypted, request("tester", "found", "other"));
        assertThat(encrypted.reserve(retry(completed))).isInstanceOf(Reservation.Reused.class);
        exchangeFingerprints("body");
        assertReplayed(encrypted, completed);
        assertReplayed(encrypted, found);
    }

    @Test
    void a_fingerprint_that_was_exchanged_during_the_run_does_not_take_the_answer_along() {
        ReservationRequest request = request("tester", "running", "body");
        GrantedRun run = granted(encrypted, request);
        exchangeFingerprints("other");
        run.complete(ANSWER);

        assertUnavailable(encrypted, request("tester", "running", "other"));
    }

    @Test
    void if_only_encrypted_answers_count_a_clear_one_is_neither_replayed_nor_run_again() {
        ReservationRequest clear = request("clear");
        granted(plain, clear).complete(ANSWER);
        ReservationRequest sealed = request("sealed");
        granted(encrypted, sealed).complete(ANSWER);
        IdempotencyStore strict = new JdbcIdempotencyStore(
                table.dataSource(), JdbcStoreSettings.defaults(), ResponseProtection.encryptedOnly(codec("k1", "k1")));

        assertUnavailable(strict, clear);
        assertThat(strict.find(clear.id()).orElseThrow().response().headers()).isEmpty();
        assertReplayed(strict, sealed);
        ReservationRequest fresh = request("fresh");
        granted(strict, fresh).complete(ANSWER);
        assertReplayed(strict, fresh);
        assertReplayed(encrypted, clear);
    }

    private void exchangeFingerprints(String body) {
        table.sql()
                .sql("UPDATE idempotency_record SET fingerprint = ?")
                .param(fingerprint(body).toBytes())
                .update();
    }
}
